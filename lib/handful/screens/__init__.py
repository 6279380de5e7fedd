# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""One module per screen, each with a class `View`. A module is loaded when its screen opens and unloaded when
it closes."""
