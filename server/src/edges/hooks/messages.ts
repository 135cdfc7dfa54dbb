import { isOfEvent, momentTitles } from '@multiball/shared/schema'
import type { EventMoment, HookShape, Moment, MomentEntry } from '@multiball/shared/schema'

/** What is posted to a hook, as text. */
type Message = (entry: MomentEntry, publicUrl: string) => object

/** Letters that Discord reads as formatting, mentions and links are shown as they are. */
const plain = (text: string) => text.replace(/[\\*_~`|>[\]()<@#:-]/g, '\\$&')

const cut = (text: string, most: number) => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

const eventHeadings: Record<string, string> = {
  match_called: 'Match called',
  match_won: 'Match won',
  tournament_won: 'Tournament won',
}

const grouped = (score: string | number) => new Intl.NumberFormat('en-US').format(BigInt(score))
/** As boards show it; empty where no player is known. */
const nameOf = (player: Moment['player']) =>
  player === null ? '' : (player.prefer_initials && player.initials) || player.cached_display_name || player.initials

/** A record is as golden as on the wall. */
const golden = 0xf5_b8_2e
const quiet = 0x5b_6b_7b

// https://discord.com/developers/docs/resources/webhook#execute-webhook
const embed = (fields: object) => ({
  embeds: [fields],
  // A name can mention no one, whatever it is.
  allowed_mentions: { parse: [] },
})

const discordOfEvent = (moment: EventMoment, publicUrl: string) => {
  const { kind, board, tournament, round, machine, players, title, text, score, happened_on } = moment
  const names = players.map(({ name }) => plain(cut(name, 80)))
  const [first, ...others] = kind === 'match_won' ? names : [names.join(', ')]
  const against = others.length > 0 ? ` before ${others.join(', ')}` : ''
  return embed({
    title: cut(`${title ?? eventHeadings[kind] ?? 'Event'}: ${tournament ?? board.title}`, 256),
    description: [
      text === undefined ? '' : plain(text),
      first ? `**${first}**${against}` : '',
      score === undefined ? '' : grouped(score),
      [round, machine].flatMap((text) => (text === null ? [] : plain(text))).join(', '),
    ]
      .filter(Boolean)
      .join('\n'),
    url: publicUrl,
    color: kind === 'tournament_won' ? golden : quiet,
    footer: { text: cut(board.title, 200) },
    timestamp: happened_on,
  })
}

const discordOfGame = (
  { kind, venuemachine: { machine, venue }, score, player, previous, mark, happened_on }: Moment,
  publicUrl: string,
) => {
  const name = nameOf(player)
  const says = [
    score === null ? '' : `**${grouped(score)}**${name && ` by ${plain(cut(name, 80))}`}`,
    previous === null
      ? ''
      : `Before: ${grouped(previous.score)}${nameOf(previous.player) && ` by ${plain(cut(nameOf(previous.player), 80))}`}`,
    mark === undefined ? '' : `Mark: ${grouped(mark)}`,
  ]
  return embed({
    title: cut(`${momentTitles[kind]?.join(' ') ?? 'Moment'}: ${machine.name}`, 256),
    description: says.filter(Boolean).join('\n'),
    url: publicUrl,
    color: kind.endsWith('_record') ? golden : quiet,
    footer: { text: cut(venue.name, 200) },
    timestamp: happened_on,
  })
}

const shapes: Record<HookShape, Message> = {
  multiball: (entry) => (isOfEvent(entry) ? { type: 'event', event: entry } : { type: 'moment', moment: entry }),
  discord: (entry, publicUrl) =>
    isOfEvent(entry) ? discordOfEvent(entry, publicUrl) : discordOfGame(entry, publicUrl),
}

/** What a hook of this shape is told of an entry of the stream. `publicUrl` without a slash at its end. */
export const messageOf = (shape: HookShape, entry: MomentEntry, publicUrl: string): string =>
  JSON.stringify(shapes[shape](entry, publicUrl))

/** What "Send a test" posts: a moment that never was. @param name of the hook's venue or board */
export function testMessage(shape: HookShape, name: string, publicUrl: string, now: Date): string {
  const moment: Moment = {
    id: 'test',
    place: 1,
    state: 'told',
    kind: 'machine_record',
    venuemachine: { id: 1, venue: { id: 1, name }, machine: { id: 1, name: 'Test machine' } },
    game: 1,
    position: 1,
    score: 1_234_567,
    player: null,
    previous: null,
    happened_on: now.toISOString(),
    told_on: now.toISOString(),
  }
  return shape === 'discord'
    ? messageOf('discord', moment, publicUrl)
    : JSON.stringify({ type: 'test', moment } satisfies { type: string; moment: Moment })
}
