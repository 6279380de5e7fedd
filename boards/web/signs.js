// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// How the signs of the fonts, and cards with a rank before their suit, are called by a screen reader, in the
// languages of words.js.

// Of few keys, in the line at the foot: the arrow key, what it goes on to, and a key that is held.
export const FEW = {
  arrow: ["right arrow", "flèche droite", "右矢印"],
  next: ["next", "suivant", "次へ"],
  held: ["hold $1", "$1 long", "$1長押し"],
};

export const SIGNS = {
  "♣": ["club", "trèfle", "クラブ"],
  "♠": ["spade", "pique", "スペード"],
  "♥": ["heart", "cœur", "ハート"],
  "♦": ["diamond", "carreau", "ダイヤ"],
  "☺": ["clown", "clown", "クラウン"],
  "●": ["circle", "rond", "丸"],
  "■": ["square", "carré", "四角"],
  "▲": ["triangle", "triangle", "三角"],
  "★": ["star", "étoile", "星"],
  "⭑": ["star", "étoile", "星"],
  "☀": ["sun", "soleil", "太陽"],
  "☾": ["moon", "lune", "月"],
  "☁": ["cloud", "nuage", "雲"],
  "☂": ["umbrella", "parapluie", "傘"],
  "☘": ["leaf", "feuille", "葉"],
  "⊕": ["plus", "plus", "プラス"],
  "⊖": ["minus", "moins", "マイナス"],
  "⇄": ["swap", "échange", "交換"],
  "↶": ["undone", "annulé", "元どおり"],
  "←": ["left", "gauche", "左"],
  "→": ["right", "droite", "右"],
  "↑": ["up", "haut", "上"],
  "↓": ["down", "bas", "下"],
  "◀": ["left", "gauche", "左"],
  "▶": ["right", "droite", "右"],
  "▼": ["down", "bas", "下"],
  "▴": ["up", "haut", "上"],
  "▾": ["down", "bas", "下"],
  "✓": ["yes", "oui", "はい"],
  "✗": ["no", "non", "いいえ"],
  "♛": ["crown", "couronne", "王冠"],
  "⚑": ["par", "par", "パー"],
  "⌛": ["hourglass", "sablier", "砂時計"],
  "Ⓐ": ["A", "A", "A"],
  "Ⓑ": ["B", "B", "B"],
  "✚": ["arrows", "flèches", "十字キー"],
  "\ue000": ["START", "START", "START"],
  "\ue001": ["SELECT", "SELECT", "SELECT"],
  "\ue002": ["draw pile", "pioche", "山札"],
  "\ue003": ["face down", "face cachée", "裏向き"],
  "\ue004": ["players", "joueurs", "人数"],
  "\ue005": ["robot", "robot", "ロボット"],
  "\ue006": ["seen", "vu", "見た"],
  "\ue007": ["hint", "conseil", "ヒント"],
  "\ue008": ["rules", "règles", "ルール"],
  "\ue009": ["no big jump", "pas de grand saut", "大きく離さないで"],
  "\ue00a": ["leave it to me", "laissez-la-moi", "任せて"],
  "\ue010": ["robot", "robot", "ロボット"],
  "\ue011": ["cat", "chat", "ネコ"],
  "\ue012": ["owl", "hibou", "フクロウ"],
  "\ue013": ["frog", "grenouille", "カエル"],
  "\ue014": ["ghost", "fantôme", "おばけ"],
};

// Between two numbers, in place of a colon.
export const TO = [" to ", " à ", "対"];

// Letters that a reader passes over or does not tell apart, where names are entered.
export const LETTERS = {
  "-": ["hyphen", "trait d’union", "ハイフン"],
  ".": ["dot", "point", "点"],
  "A": ["capital {0}", "{0} majuscule", "大文字の{0}"],
};

export const CARDS = {
  "of": ["{0} of {1}s", "{0} de {1}", "{1}の{0}"],
  "A": ["ace", "as", "A"],
  "J": ["jack", "valet", "J"],
  "Q": ["queen", "dame", "Q"],
  "K": ["king", "roi", "K"],
};
