import { timeOfDay } from '@multiball/shared/display'
import type { Follow, FoundTournament } from '@multiball/shared/schema'

const statuses: Record<string, string> = {
  planned: 'starts soon',
  playing: 'playing',
  between: 'between rounds',
  finished: 'finished',
}

interface FollowWords {
  text: string
  /** the same where there is little room */
  short: string
  /** the owner has to do something about it, or to wait */
  isTrouble: boolean
}

/** What a tournament is, before a board is saved that names it. */
export function foundWords(found: FoundTournament, hasToken: boolean): FollowWords {
  const { name, status, players, trouble } = found
  if (trouble === 'away')
    return {
      text: 'Match Play does not answer at the moment. You can save the number: it is asked again and again.',
      short: 'Match Play is away',
      isTrouble: true,
    }
  if (trouble !== null)
    return followWords({ ...found, type: '', id: 0, since: null, heard_at: null, trouble_since: null }, hasToken, 0)
  const count = players === 1 ? '1 player' : `${players} players`
  const text = [name, count, statuses[status ?? ''] ?? status].join(' · ')
  return { text, short: text, isTrouble: false }
}

/**
 * What a board hears of its tournament, and since when.
 * @param hasToken Match Play is asked with a token of the owner's
 * @param now ms since 1970
 */
export function followWords(follow: Follow, hasToken: boolean, now: number): FollowWords {
  const { tournament, name, status, since, heard_at, trouble, trouble_since } = follow
  const at = (moment: string | null) => (moment === null ? 'now' : timeOfDay(Date.parse(moment), now))
  const troubled = (short: string, text: string) => ({ text, short, isTrouble: true })
  const refused = (short: string, text: string) =>
    troubled(short, trouble_since === null ? text : `Since ${at(trouble_since)}: ${text}`)
  switch (trouble) {
    case 'unknown':
      return refused(
        `No tournament ${tournament}`,
        `Match Play has no tournament ${tournament}, or it was deleted. Check the number.`,
      )
    case 'private':
      return refused(
        'Private tournament',
        hasToken
          ? `Match Play does not show tournament ${tournament} to the account of your token.`
          : `Tournament ${tournament} is private. Add a Match Play token of its organizer.`,
      )
    case 'token':
      return refused(
        hasToken ? 'Token refused' : 'Needs a token',
        hasToken
          ? 'Match Play does not take your token. Replace it with a new one.'
          : `Match Play asks for a token for tournament ${tournament}.`,
      )
    case 'away':
      return troubled(
        'Match Play is away',
        heard_at === null
          ? 'Match Play does not answer. It is asked again and again.'
          : `Match Play has not answered since ${at(trouble_since)}. The board keeps what it shows, and goes on once it is back.`,
      )
    case 'many':
      return troubled(
        'Not followed',
        'Not followed: of your tournaments the five with the highest numbers are, and 200 of all owners together.',
      )
    case null:
  }
  if (name === null) {
    return { text: `Asking Match Play for tournament ${tournament}…`, short: 'Asking Match Play…', isTrouble: false }
  }
  const what = status === null ? '' : ` · ${statuses[status] ?? status}`
  const heard = status === 'finished' ? '' : ` · followed since ${at(since)}`
  return { text: `${name}${what}${heard}`, short: `${name}${what}`, isTrouble: false }
}
