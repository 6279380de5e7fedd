// SPDX-FileCopyrightText: 2026 The Handful authors
// SPDX-License-Identifier: MIT

// What the page itself says, in the languages of the games (handful.texts), in that order.

const WORDS = {
  en: {
    picture: "Handful. Shift+Tab, then Tab: all choices as buttons",
    more: "Menu: share, full screen, save to a file",
    share: "Share these cards",
    shareResult: "Share the result",
    poster: "Save a picture of the result",
    noPoster: "This browser makes no picture.",
    sharePage: "Share the games",
    full: "Full screen",
    draw: "Show keys for the thumbs",
    undraw: "Hide the keys",
    keep: "Save to a file",
    take: "Take over a saved file",
    replace: "Replace all that is saved here",
    board: "Put it on my board",
    back: "Back to the game",
    licences: "Licences",
    copied: "The link is in the clipboard.",
    link: "The link, to copy",
    deal: "{0}: the same cards for you.",
    noSave: "That file is no whole save of Handful. Nothing has changed.",
    storeFull: "the browser has no room left",
    storeShut: "the browser keeps nothing",
    storeTaken: "another Handful is open, and that one saves",
    unsaved: "Not saved: {0}. The menu saves to a file.",
    notTaken: "The file was not taken over: {0}.",
    shut: "This browser keeps nothing here: close the page, and the match is gone.",
    bad: {
      none: "This link names no game.",
      game: "This link is for a game that is not here.",
      deal: "This link has no valid card code: here are other cards.",
      no: "This link's challenge does not exist: here are other cards.",
      seats: "This link's players do not fit the game.",
      option: "An option of this link does not fit ({0}).",
    },
    twice: "This link names {0} twice.",
    count: "?keys= takes 3, 2 or knob: here all keys count.",
    stopped: "Handful has stopped. What was saved is there when the page is loaded again.",
    keys: [
      ["Arrows, WASD", "choose"],
      ["Enter, Space, X", "A: yes, play"],
      ["Backspace, Esc, Z", "B: back; held: hint, undo, last trick, rules"],
      ["P, F10", "START: pause"],
      ["Tab", "SELECT: what has been played"],
      ["M", "this menu"],
    ],
    legend: [["Enter", "A"], ["Backspace", "B"], ["P", "START"], ["Tab", "SELECT"], ["M", "menu"]],
  },
  fr: {
    picture: "Handful. Maj+Tab, puis Tab : tous les choix en boutons",
    more: "Menu : partager, plein écran, sauvegarde dans un fichier",
    share: "Partager ces cartes",
    shareResult: "Partager le résultat",
    poster: "Enregistrer une image du résultat",
    noPoster: "Ce navigateur ne fait pas d'image.",
    sharePage: "Partager les jeux",
    full: "Plein écran",
    draw: "Afficher des touches pour les pouces",
    undraw: "Masquer les touches",
    keep: "Sauvegarder dans un fichier",
    take: "Reprendre un fichier de sauvegarde",
    replace: "Remplacer tout ce qui est sauvegardé ici",
    board: "Le mettre sur ma console",
    back: "Retour au jeu",
    licences: "Licences",
    copied: "Le lien est dans le presse-papiers.",
    link: "Le lien à copier",
    deal: "{0} : les mêmes cartes pour vous.",
    noSave: "Ce fichier n'est pas une sauvegarde complète de Handful. Rien n'a changé.",
    storeFull: "le navigateur n'a plus de place",
    storeShut: "le navigateur ne garde rien",
    storeTaken: "un autre Handful est ouvert, et c'est lui qui sauvegarde",
    unsaved: "Échec de la sauvegarde : {0}. Le menu sauvegarde dans un fichier.",
    notTaken: "Le fichier n'a pas été repris : {0}.",
    shut: "Ce navigateur ne garde rien ici : fermez la page, et la partie est perdue.",
    bad: {
      none: "Ce lien ne nomme aucun jeu.",
      game: "Ce lien mène à un jeu qui n'est pas ici.",
      deal: "Le code des cartes de ce lien n'est pas valable : voici d'autres cartes.",
      no: "Le défi de ce lien n'existe pas : voici d'autres cartes.",
      seats: "Les joueurs de ce lien ne vont pas avec le jeu.",
      option: "Une option de ce lien ne convient pas ({0}).",
    },
    twice: "Ce lien nomme {0} deux fois.",
    count: "?keys= accepte 3, 2 ou knob : ici, toutes les touches comptent.",
    stopped: "Handful s'est arrêté. La sauvegarde sera là quand vous rechargerez la page.",
    keys: [
      ["Flèches, ZQSD", "choisir"],
      ["Entrée, Espace, X", "A : oui, jouer"],
      ["Retour arrière, Échap", "B : retour ; maintenu : conseil, annuler, dernier pli, règles"],
      ["P, F10", "START : pause"],
      ["Tab", "SELECT : ce qui a été joué"],
      ["M", "ce menu"],
    ],
    legend: [["Entrée", "A"], ["Retour arrière", "B"], ["P", "START"], ["Tab", "SELECT"], ["M", "menu"]],
  },
  ja: {
    picture: "Handful。Shift+Tab、次に Tab で選択肢のボタンへ",
    more: "メニュー:共有、全画面、ファイルに保存",
    share: "このカードを共有",
    shareResult: "結果を共有",
    poster: "結果を画像で保存",
    noPoster: "このブラウザでは画像を作れません。",
    sharePage: "ゲームを共有",
    full: "全画面",
    draw: "ボタンを表示",
    undraw: "ボタンを隠す",
    keep: "ファイルに保存",
    take: "保存ファイルを読み込む",
    replace: "ここのデータをすべて置き換える",
    board: "自分のボードに入れる",
    back: "ゲームに戻る",
    licences: "ライセンス",
    copied: "リンクをコピーしました。",
    link: "リンク(コピー用)",
    deal: "{0}:同じカードで遊べます。",
    noSave: "Handfulの保存ファイルとして読めません。何も変わっていません。",
    storeFull: "ブラウザの空きがありません",
    storeShut: "ブラウザは何も保存しません",
    storeTaken: "Handfulがほかで開いていて、そちらが保存します",
    unsaved: "保存できません:{0}。メニューからファイルに保存できます。",
    notTaken: "ファイルを読み込めませんでした:{0}。",
    shut: "このブラウザには保存できません。ページを閉じると、対戦は消えます。",
    bad: {
      none: "リンクにゲームの名前がありません。",
      game: "リンクのゲームはここにはありません。",
      deal: "リンクのカードコードが正しくありません。別のカードで始めます。",
      no: "リンクのチャレンジはありません。別のカードで始めます。",
      seats: "リンクの人数がゲームに合いません。",
      option: "リンクの設定が合いません({0})。",
    },
    twice: "リンクに{0}が2つあります。",
    count: "?keys=に使えるのは3、2、knobです。すべてのキーで始めます。",
    stopped: "Handfulが止まりました。読み込み直すと、保存した所から続けられます。",
    keys: [
      ["矢印、WASD", "選ぶ"],
      ["Enter、Space、X", "A:決定、出す"],
      ["Backspace、Esc、Z", "B:戻る。長押し:ヒント、取り消す、前のトリック、ルール"],
      ["P, F10", "START:一時停止"],
      ["Tab", "SELECT:出されたカード"],
      ["M", "このメニュー"],
    ],
    legend: [["Enter", "A"], ["Backspace", "B"], ["P", "START"], ["Tab", "SELECT"], ["M", "メニュー"]],
  },
};

export const CODES = Object.keys(WORDS);

/** The place in CODES of the first language that the browser wants and we speak; English if there is none. */
export function preferred(wanted) {
  for (const language of wanted) {
    const place = CODES.indexOf(String(language).slice(0, 2).toLowerCase());
    if (place >= 0) return place;
  }
  return 0;
}

/** The words of a language by its place in CODES. */
export const words = (place) => WORDS[CODES[place]];

/** A text with its values in place of {0}, {1} ... */
export const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (_, place) => values[place]);
