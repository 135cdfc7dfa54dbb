import { randomUUID } from 'node:crypto'
import { asItLooks } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import type { Answer } from '../testing'
import { makeDevice, makeDeviceKey } from '../testing/devices'
import { inUtf8 } from '../testing/nastyStrings'
import { buildWholeApp } from '../testing/wholeApp'
import type { WholeApp } from '../testing/wholeApp'

interface NastyText {
  name: string
  text: string
}

/** What became of a text: refused by an answer, or kept as this. */
type Outcome = { refused: Answer } | { kept: unknown }

interface TextField {
  /** under which a refusal has its messages */
  name: string
  send: (text: string) => Promise<Outcome>
  /** of what is sent, what should be kept; how it looks (its rule has a table of its own) unless said otherwise */
  expected?: (text: string) => unknown
  /** it goes by the very rule of another field: every fourth text shows that */
  isLikeAnother?: boolean
  /** most texts are no reason to refuse */
  keepsMost?: boolean
}

const database = useTestDatabase()
let whole: WholeApp
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
/** A new one for each test: the limit of venues counts deleted ones too. */
let landlord: typeof owner
let machine: number
let shown: number[]
let deviceKey: string
let deviceToken: string

beforeAll(async () => {
  const { db } = database
  whole = await buildWholeApp(db, { isLimited: false })
  app = whole.app
  owner = await makeUser(db)
  machine = await makeVenueMachine(db, owner.id)
  const second = await makeVenueMachine(db, owner.id)
  shown = [
    (await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })).id,
    (await makeScoreboard(db, owner.id, { venueMachineIds: [second] })).id,
  ]
  deviceKey = await makeDeviceKey(db, machine)
  deviceToken = (await makeDevice(db, second)).token
})
afterAll(() => whole.close())

/** A name with nothing to see in it is none. */
const nameToSee = (text: string) => (/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text) ? asItLooks(text) : '')

beforeEach(async () => {
  landlord = await makeUser(database.db)
})

const asOwner = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, { token } = owner) =>
  call(app, method, url, { token, body })

/** Makes one, reads it again by its own address, and takes it away. */
const stored =
  (
    list: string,
    bodyOf: (text: string) => object,
    read: (made: Record<string, unknown>) => unknown,
    sender = () => owner,
  ) =>
  async (text: string): Promise<Outcome> => {
    const made = await asOwner('POST', list, bodyOf(text), sender())
    if (made.status !== 201) return { refused: made }
    const item = `${list}${(made.body as { id: number }).id}/`
    const again = await asOwner('GET', item, undefined, sender())
    expect(read(again.body as Record<string, unknown>)).toEqual(read(made.body as Record<string, unknown>))
    expect((await asOwner('DELETE', item, undefined, sender())).status).toBe(204)
    return { kept: read(again.body as Record<string, unknown>) }
  }

const titleOf = (type: string, rest: () => object): TextField => ({
  name: 'title',
  send: stored(
    `/api/${type}/`,
    (text) => ({ ...rest(), title: text }),
    ({ title }) => title,
  ),
})

const titleLikeOthers: typeof titleOf = (type, rest) => ({ ...titleOf(type, rest), isLikeAnother: true })

const boards = () => shown.map((id) => ({ item_type: 'scoreboard', item_id: id }))

const textsOfAPlayer = (text: string) => ({ playerName: text, playerInfo: text, playerAddress: text })

const overrides: TextField = {
  name: 'config_json',
  expected: (text) => textsOfAPlayer(text.trim()),
  send: stored(
    '/api/streamboard/',
    (text) => ({
      title: `Stream ${randomUUID()}`,
      scoreboard_items: [{ scoreboard: shown[0] }],
      config_json: { scoreboardsConfig: [{ players: [textsOfAPlayer(text)] }] },
    }),
    ({ config_json }) => {
      const { playerName, playerInfo, playerAddress } = (
        config_json as { scoreboardsConfig: { players: Record<string, string>[] }[] }
      ).scoreboardsConfig[0]!.players[0]!
      return { playerName, playerInfo, playerAddress }
    },
  ),
}

const boundary = 'X-boundary'
const multipartOf = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--${boundary}--\r\n`

async function profileAfter(changed: Answer, name: string): Promise<Outcome> {
  if (changed.status !== 200) return { refused: changed }
  const again = (await asOwner('GET', '/api/user_profile/get/')).body as Record<string, unknown>
  expect(again[name]).toEqual((changed.body as Record<string, unknown>)[name])
  return { kept: again[name] }
}

const profileField = (name: string, expected?: TextField['expected']): TextField => ({
  name,
  expected,
  send: async (text) => profileAfter(await asOwner('PATCH', '/api/user_profile/update/', { [name]: text }), name),
})

const profileFieldInForm = (name: string): TextField => ({
  name,
  // What cannot be in UTF-8 does not come so far.
  expected: (text) => nameToSee(inUtf8(text)),
  send: async (text) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return profileAfter(
      await call(app, 'PATCH', '/api/user_profile/update/', {
        token: owner.token,
        body: multipartOf(name, text),
        headers,
      }),
      name,
    )
  },
})

const registered = ['username', 'first_name', 'last_name', 'display_name', 'initials', 'email'] as const
type RegisteredField = (typeof registered)[number]

/** What became of a text in each field of a registration. */
type Registration = Record<RegisteredField, Outcome>

/** Sends a text in all fields at once, and again without those that refuse it, until there is an account; then it is away again. */
async function register(text: string): Promise<Registration> {
  const unique = randomUUID()
  const body: Record<string, string> = {
    username: unique,
    email: `${unique}@example.com`,
    password: 'Sup3r!secret',
    first_name: 'Ann',
    last_name: 'Bell',
  }
  const refused: Partial<Registration> = {}
  for (;;) {
    const sent = registered.filter((name) => !refused[name])
    const made = await call(app, 'POST', '/api/account/register/', {
      body: { ...body, ...Object.fromEntries(sent.map((name) => [name, text])) },
    })
    if (made.status === 201) {
      const { id } = made.body as { id: number }
      const row = await database.db.deleteFrom('users').where('id', '=', id).returningAll().executeTakeFirstOrThrow()
      return { ...Object.fromEntries(sent.map((name) => [name, { kept: row[name] }])), ...refused } as Registration
    }
    const blamed = sent.filter((name) => made.status !== 400 || name in (made.body as object))
    if (blamed.length === 0)
      throw new Error(`${JSON.stringify(text)} is refused, and by none of its fields: ${made.text}`)
    for (const name of blamed) refused[name] = { refused: made }
    if (sent.length === blamed.length) return refused as Registration
  }
}

/** By text: an account for each field of each text would cost too much, since hashing a password takes its time. */
const registrations = new Map<string, Promise<Registration>>()

const registrationField = (name: RegisteredField): TextField => ({
  name,
  ...(name === 'display_name' && { expected: nameToSee }),
  send: async (text) => {
    if (!registrations.has(text)) registrations.set(text, register(text))
    return (await registrations.get(text)!)[name]
  },
})

const modesAfter = async (recorded: Answer): Promise<Outcome> => {
  if (recorded.status !== 200) return { refused: recorded }
  const { game_modes: shownModes } = (await asOwner('GET', `/api/venuemachine/${machine}/current/`)).body as {
    game_modes: unknown
  }
  const kept = await database.db
    .selectFrom('games')
    .select('game_modes')
    .where('venue_machine_id', '=', machine)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(kept.game_modes).toEqual(shownModes)
  return { kept: shownModes }
}
const post = (body: object | string, headers: Record<string, string> = {}) =>
  call(app, 'POST', '/api/entry/', { token: deviceKey, body, headers })
/** A mode is one line of at most 200 characters (docs/wire.md): an entry is never refused for one that is not. */
const modeOf = (text: string) =>
  inUtf8(
    text
      .trim()
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
  )
const modesIn = (...texts: string[]) => texts.map(modeOf).filter(Boolean).slice(0, 32)

const fields: Record<string, TextField> = {
  'title of a scoreboard': {
    ...titleOf('scoreboard', () => ({ venuemachine_items: [{ venuemachine: machine }] })),
    keepsMost: true,
  },
  'title of a leaderboard': titleLikeOthers('leaderboard', () => ({ items: [{ id: machine, type: 'venuemachine' }] })),
  'title of a comboboard': titleLikeOthers('comboboard', () => ({ items: boards() })),
  'title of a slideshow': titleLikeOthers('slideshow', () => ({ items: boards() })),
  'title of a streamboard': titleLikeOthers('streamboard', () => ({ scoreboard_items: [{ scoreboard: shown[0] }] })),
  'name, info and address of a player on a streamboard': overrides,
  'name of a venue': {
    name: 'name',
    send: stored(
      '/api/venue/',
      (name) => ({ name }),
      ({ name }) => name,
      () => landlord,
    ),
    keepsMost: true,
  },
  'display name': { ...profileField('display_name', nameToSee), keepsMost: true },
  'first name': profileField('first_name'),
  'last name': profileField('last_name'),
  initials: profileField('initials'),
  'federation number': profileField('ifpa_id', (text) => asItLooks(text) || null),
  'display name in a form': profileFieldInForm('display_name'),
  'username of a registration': registrationField('username'),
  'first name of a registration': registrationField('first_name'),
  'last name of a registration': registrationField('last_name'),
  'display name of a registration': registrationField('display_name'),
  'initials of a registration': registrationField('initials'),
  'address of a registration': registrationField('email'),
  'mode of a game, as a list': {
    name: 'game_modes',
    keepsMost: true,
    expected: (text) => modesIn(text),
    send: async (text) =>
      modesAfter(
        await post({ session_uuid: randomUUID(), session_sequence: 1, current_p1_score: 1, game_modes: [text] }),
      ),
  },
  'modes of a game, as text': {
    name: 'game_modes',
    expected: (text) => modesIn(...text.split(';')),
    send: async (text) =>
      modesAfter(
        await post({ session_uuid: randomUUID(), session_sequence: 1, current_p1_score: 1, game_modes: text }),
      ),
  },
  'modes of a game, in a form': {
    name: 'game_modes',
    expected: (text) => modesIn(...text.split(';')),
    send: async (text) => {
      const form = new URLSearchParams({
        session_uuid: randomUUID(),
        session_sequence: '1',
        current_p1_score: '1',
        game_modes: text,
      })
      return modesAfter(await post(form.toString(), { 'content-type': 'application/x-www-form-urlencoded' }))
    },
  },
  'version of a client': {
    name: 'version',
    // What cannot be read is left out, and the call answered: it ends a game all the same.
    expected: (text) => (text.length > 100 || /[\0\p{Surrogate}]/u.test(text) ? null : text),
    send: async (version) => {
      const told = await call(app, 'POST', '/api/installed/', {
        token: deviceToken,
        body: { type: 'sdk', version, installed: true },
      })
      expect(told.status).toBe(200)
      return {
        kept:
          (await database.db.deleteFrom('device_installs').returning('version').executeTakeFirst())?.version ?? null,
      }
    },
  },
}

/**
 * Tests that send these texts to every field that takes one.
 * @param patienceMs for each test; jest's own unless given
 */
export function nastyTests(texts: readonly NastyText[], patienceMs?: number): void {
  test.each(Object.entries(fields))(
    'API-10 %s: each nasty text is kept as it looks, or refused by its field',
    async (_field, { name, send, expected = asItLooks, isLikeAnother = false, keepsMost = false }) => {
      const wrong: string[] = []
      const sent = texts.filter((_, at) => !isLikeAnother || at % 4 === 0)
      let keptCount = 0
      for (const { name: nasty, text } of sent) {
        const outcome = await send(text)
        if ('refused' in outcome) {
          const { status, body } = outcome.refused
          const messages = (body as Record<string, unknown> | undefined)?.[name]
          const isClear =
            status === 400 &&
            Array.isArray(messages) &&
            messages.length > 0 &&
            messages.every((message) => typeof message === 'string' && message !== '')
          if (!isClear) wrong.push(`${nasty} is answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
          continue
        }
        keptCount += 1
        const isKept = JSON.stringify(outcome.kept) === JSON.stringify(expected(text))
        if (!isKept)
          wrong.push(
            `${nasty} ${JSON.stringify(expected(text)).slice(0, 200)} is kept as ${JSON.stringify(outcome.kept).slice(0, 200)}`,
          )
      }
      expect(wrong).toEqual([])
      if (keepsMost) expect(keptCount / sent.length).toBeGreaterThan(0.6)
    },
    patienceMs,
  )
}
