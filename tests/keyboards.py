# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the keys of some letters type on keyboards of other scripts."""

PLACES = "wasdxbzp"
LETTERS = PLACES + "hjkl"  # in a terminal directions, too
# An apostrophe is no letter. On B of an Arabic keyboard it stands for the two that are there.
SCRIPTS = {
    "Russian": "цфывчиязролд",
    "Ukrainian": "цфівчиязролд",
    "Greek": "ςασδχβζπηξκλ",
    "Hebrew": "'שדגסנזפיחלך",
    "Arabic": "صشسيء'ئحاتنم",
    "Japanese": "てちとしさこつせくまのり",
    "Korean": "ㅈㅁㄴㅇㅌㅠㅋㅔㅗㅓㅏㅣ",
    "full width": "ｗａｓｄｘｂｚｐｈｊｋｌ",
}
