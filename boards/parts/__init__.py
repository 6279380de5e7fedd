# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Parts that several boards have: kinds of keys, displays, speakers and lamps."""
