// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// What the installer's page itself says, in the languages of the games (handful.texts), in that order. What is
// refused or done is said by tools/build/rules.json.

const WORDS = {
  en: {
    title: "Put Handful on your board",
    first: "The board needs CircuitPython {0} or {1} first. Files of your own on its drive stay there.",
    steps: "Plug the board in, choose its drive, and allow changes to it. The board may restart meanwhile.",
    choose: "Choose the drive CIRCUITPY",
    newer: "newer firmware, too",
    indirect:
      "From here this browser cannot write to a drive; Chrome and Edge on a computer can, from localhost or by https. Download your board's zip below and unpack it onto the drive CIRCUITPY, folders and all. Then delete each .py file that lies beside an .mpy file of the same name.",
    which: "The board {0} says nothing of what is connected to it. What is it?",
    fetching: "The games are being fetched ...",
    broken: "The games did not arrive whole: try once more.",
    offline: "The games cannot be fetched ({0}): is there a network?",
    unreadable: "{0} cannot be read: choose it once more.",
    odd: "That did not work: load this page again, and repeat.",
    eject: "Eject the drive {0} now; then press RESET on the board, and it starts Handful.",
    list: "Boards",
    keys: "The keys of the {0}",
    firmware: "CircuitPython {0} for {1}",
    held: "SELECT: hold {0}",
    noDrive: "Its drive is not seen by cable: unpack the zip, and copy what is in it over the serial line, folders and all, with Thonny for one.",
    zip: "Zip",
    join: "Make one .uf2",
    drop: "“{0}” takes CircuitPython's .uf2 for that board, chosen or dropped there, and makes one file of firmware and games for its bootloader's drive.",
    made: "{0} is in your downloads. Drop it on the bootloader's drive; it replaces the board's whole drive.",
    back: "Play in the browser",
  },
  fr: {
    title: "Mettre Handful sur votre console",
    first: "Il faut d'abord CircuitPython {0} ou {1} sur la carte. Vos propres fichiers restent sur son disque.",
    steps: "Branchez la carte, choisissez son disque et autorisez les modifications. La carte peut redémarrer pendant ce temps.",
    choose: "Choisir le disque CIRCUITPY",
    newer: "firmware plus récent aussi",
    indirect:
      "D'ici, ce navigateur ne peut pas écrire sur un disque ; Chrome et Edge sur ordinateur le peuvent, depuis localhost ou en https. Téléchargez plus bas le zip de votre carte et extrayez-le sur le disque CIRCUITPY, dossiers compris. Supprimez ensuite chaque fichier .py posé à côté d'un .mpy du même nom.",
    which: "La carte {0} ne dit pas ce qui lui est raccordé. Qu'est-ce que c'est ?",
    fetching: "Téléchargement des jeux...",
    broken: "Les jeux ne sont pas arrivés entiers : réessayez.",
    offline: "Impossible de télécharger les jeux ({0}) : y a-t-il un réseau ?",
    unreadable: "Impossible de lire {0} : choisissez-le encore une fois.",
    odd: "Cela n'a pas marché : rechargez cette page et recommencez.",
    eject: "Éjectez maintenant le disque {0}, puis appuyez sur RESET : la carte démarre Handful.",
    list: "Cartes",
    keys: "Les touches de {0}",
    firmware: "CircuitPython {0} pour {1}",
    held: "SELECT : maintenir {0}",
    noDrive: "Son disque n'apparaît pas par câble : extrayez le zip et copiez son contenu par le port série, dossiers compris, avec Thonny par exemple.",
    zip: "Zip",
    join: "Faire un seul .uf2",
    drop: "« {0} » prend le .uf2 de CircuitPython pour cette carte, choisi ou déposé là, et en fait un fichier unique de firmware et de jeux pour le disque de son bootloader.",
    made: "{0} est dans vos téléchargements. Déposez-le sur le disque du bootloader ; il remplace tout le disque de la carte.",
    back: "Jouer dans le navigateur",
  },
  ja: {
    title: "ボードにHandfulを入れる",
    first: "先にボードへCircuitPython {0}か{1}を入れてください。ドライブにあるあなたのファイルはそのまま残ります。",
    steps: "ボードをつなぎ、ドライブを選んで、変更を許可してください。途中でボードが再起動することがあります。",
    choose: "ドライブCIRCUITPYを選ぶ",
    newer: "新しいファームウェアでも入れる",
    indirect:
      "ここからはドライブに書き込めません(パソコンのChromeとEdgeなら、localhostかhttpsで書き込めます)。下からボードのzipをダウンロードし、フォルダーごとCIRCUITPYドライブに展開してください。そのあと、同じ名前の.mpyがある.pyファイルを消してください。",
    which: "ボード{0}からは、何がつながっているかわかりません。どれですか?",
    fetching: "ゲームをダウンロードしています…",
    broken: "ゲームが途中までしか届きませんでした。もう一度お試しください。",
    offline: "ゲームをダウンロードできません({0})。ネットワークを確かめてください。",
    unreadable: "{0}を読めません。もう一度選んでください。",
    odd: "うまくいきませんでした。ページを読み込み直して、もう一度お試しください。",
    eject: "ドライブ{0}を取り外してから、ボードのRESETを押してください。Handfulが始まります。",
    list: "ボード",
    keys: "{0}のキー",
    firmware: "CircuitPython {0}({1})",
    held: "SELECT:{0}を長押し",
    noDrive: "ケーブルではドライブが見えません。zipを展開し、中身をフォルダーごと、Thonnyなどでシリアル経由でコピーしてください。",
    zip: "Zip",
    join: ".uf2にまとめる",
    drop: "「{0}」でそのボード用のCircuitPythonの.uf2を選ぶか、そこにドロップすると、ファームウェアとゲームを一つのファイルにします。",
    made: "{0}をダウンロードしました。ブートローダーのドライブに入れてください。ボードのドライブはすべて置き換わります。",
    back: "ブラウザで遊ぶ",
  },
};

/** The words of a language by its place in CODES of the games' page. */
export const words = (place) => Object.values(WORDS)[place];
