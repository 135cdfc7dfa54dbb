import type { PlayerScore } from '@multiball/shared/schema'

/** The glyphs of Sofia Sans Extra Condensed without Cyrillic: what it lacks, such as Vietnamese, sends the whole name to Noto Sans. */
const condensed =
  /^[ -~\u00a0-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0167\u016a\u016b\u016e-\u017e\u0218-\u021b\u02bc\u02c6\u02c7\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u20ac\u2122]*$/

/** Which face sets a name; the two are never mixed within one. */
export const nameFace = (name: string): 'condensed' | 'wide' => (condensed.test(name) ? 'condensed' : 'wide')

// The classes below name single code points on purpose, joiners among them.
/* eslint-disable no-misleading-character-class */
const invisible =
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu
const stackedMarks = /([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu
const anythingToSee = /[^\s\u200c\u200d\u2800\ufe0e\ufe0f\p{M}]/u
/* eslint-enable no-misleading-character-class */
const longest = 120

/**
 * A name as it may be shown: no invisible or direction-changing characters, at most two stacked marks on a
 * letter, composed. '' when nothing of it can be seen.
 */
export function cleanName(name: string): string {
  const clean = name.replace(/\s+/g, ' ').replace(invisible, '').normalize('NFC').replace(stackedMarks, '$1').trim()
  return anythingToSee.test(clean) ? [...clean].slice(0, longest).join('') : ''
}

/** Whether two names say the same to those who read them in capitals. */
export const isAlike = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

/** The name that a player goes by, as every display and every page of a partner has it; undefined for one who has none. */
export function nameOfPlayer(player: PlayerScore['player'] | undefined): string | undefined {
  const names = player?.prefer_initials
    ? [player.initials, player.cached_display_name]
    : [player?.cached_display_name ?? '', player?.initials ?? '']
  return names.map(cleanName).find((name) => name !== '')
}
