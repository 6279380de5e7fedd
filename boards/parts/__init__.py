# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Parts that several boards have: kinds of keys, speakers and lamps."""
