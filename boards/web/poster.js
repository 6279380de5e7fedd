// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// The picture of a finished match: its table, enlarged by whole pixels, and below it whose result that is, and where
// to play.

import {HEIGHT, WIDTH} from "./machine.js";

const SCALE = 6; // pixels for each of the table's
const FOOT = 118; // the table's rows above those that name keys
const [BAND, MARK, EDGE] = [168, 120, 24]; // pixels: the height below the table, the mark's side, what is free around it

/** Draws the picture. table: its pixels. Returns the promise of a file. */
export async function draw(table, title, line, address) {
  const sheet = (width, height) => {
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    return [canvas, canvas.getContext("2d")];
  };
  const [small, pixels] = sheet(WIDTH, HEIGHT);
  pixels.putImageData(new ImageData(new Uint8ClampedArray(table.buffer), WIDTH, HEIGHT), 0, 0);
  const [width, top] = [WIDTH * SCALE, FOOT * SCALE];
  const [large, pen] = sheet(width, top + BAND);
  pen.fillStyle = "#0b1512";
  pen.fillRect(0, top, width, BAND);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, 0, 0, WIDTH, FOOT, 0, 0, width, top);
  const mark = new Image();
  mark.src = "icon-192.png";
  await mark.decode();
  pen.drawImage(mark, 36, 36, MARK, MARK, EDGE, top + EDGE, MARK, MARK); // without its rim
  const left = 2 * EDGE + MARK;
  const write = (text, size, colour, y) => {
    pen.font = `${size}px system-ui, sans-serif`;
    pen.fillStyle = colour;
    pen.fillText(text, left, top + y, width - left - EDGE);
  };
  write(line, 42, "#f3ead7", 76);
  write(`Handful: ${title}  ${address}`, 26, "#8fb3a5", 124);
  const blob = await new Promise((done) => large.toBlob(done));
  return blob && new File([blob], "handful.png", {type: blob.type});
}
