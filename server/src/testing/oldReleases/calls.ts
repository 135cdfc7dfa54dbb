/*
 * What is asked of a database that an earlier release has filled (fill.ts): first by the release that stood before boards got
 * one table, which wrote the answers down (record.cli.ts), and ever since by the test, of the program of today.
 */

/** Who is in the database, by username: the owners of boards, and somebody who only plays. */
export const people = {
  maria: { first_name: 'Maria', last_name: 'Okonkwo', initials: 'MOK', display_name: '' },
  jürgen: { first_name: 'Jürgen', last_name: 'Ångström', initials: 'JÅ', display_name: 'Tilt 🎱 "the" \\N Jürgen' },
  ann: { first_name: 'Ann', last_name: 'Lee', initials: 'ANN', display_name: 'Ann' },
}
type Person = keyof typeof people
export const password = 'Plunger-7-lane'

/** One call: by whom (nobody where it does not say), and what. */
export interface Call {
  by?: Person
  /** the number of a TV that asks */
  tv?: number
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** sends what this person's GET of the same path has answered */
  sendsBack?: boolean
  /** the site whose page asks */
  origin?: string
}

/** The numbers of the boards that were ever made, those that are gone among them. */
export const boards = { scoreboard: 11, leaderboard: 9, comboboard: 5, slideshow: 5, streamboard: 4 }
const tvs = 8
const machines = 6
const owners: Person[] = ['maria', 'jürgen']
const readers: (Person | undefined)[] = [...owners, undefined]

const types = Object.keys(boards) as (keyof typeof boards)[]
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const each = (type: keyof typeof boards) =>
  upTo(boards[type]).map((id) => ({ id, item: `/api/${type}/${id}/`, key: `key-of-${type}-${id}` }))
const get = (path: string, more: Omit<Call, 'method' | 'path'> = {}): Call => ({ method: 'GET', path, ...more })

const lists = types.flatMap((type) => [
  ...['id', '-id', 'title', '-title', 'created_at', '-created_at', 'updated_at', '-updated_at'].map((ordering) =>
    get(`/api/${type}/?ordering=${ordering}`, { by: 'maria' }),
  ),
  ...[
    '?owner=1',
    '?owner=2',
    '?owner=1&is_public=false',
    '?is_public=true&search=wall',
    '?search=JÜRGEN%20tilt',
    '?limit=2',
    '?limit=2&offset=2',
    '?search=%25&limit=1',
  ].flatMap((query) => readers.map((by) => get(`/api/${type}/${query}`, { by }))),
  get(`/api/${type}/?is_public=true`),
])

const states = (type: keyof typeof boards) => (type === 'slideshow' ? [] : ['bootstrap/', 'scores/'])

/** All that is read of a board: by everybody, with its key, and on the pages of others. */
const items = types.flatMap((type) =>
  each(type).flatMap(({ id, item, key }) =>
    ['', ...states(type)]
      .flatMap((path) => [
        ...readers.map((by) => get(item + path, { by })),
        get(`${item}${path}?key=${key}`),
        // Of what shows it.
        ...(type === 'scoreboard' || type === 'leaderboard'
          ? ['key-of-comboboard-2', 'key-of-slideshow-1', 'key-of-comboboard-3', 'key-of-scoreboard-5'].map((other) =>
              get(`${item}${path}?key=${other}`),
            )
          : []),
        ...['https://partner.example', 'https://other.example'].map((origin) =>
          get(`${item}${path}?key=${key}`, { origin }),
        ),
      ])
      .concat(
        ['used_by/', 'embed/'].flatMap((path) => readers.map((by) => get(item + path, { by }))),
        get(`/api/oembed/?url=${encodeURIComponent(`http://localhost:3000/viewer/${type}s/${id}`)}&maxwidth=640`),
      ),
  ),
)

const ofTvs = [
  ...owners.flatMap((by) => [get('/api/tv/', { by }), get('/api/tv/?limit=3&offset=3', { by })]),
  ...upTo(tvs).flatMap((tv) => [get('/api/tv/state/', { tv }), ...owners.map((by) => get(`/api/tv/${tv}/`, { by }))]),
]

const ofMachines = [
  ...(['maria', 'jürgen', 'ann'] as const).flatMap((by) =>
    ['', '?owner=1', '?owner=2', '?search=mars', '?ordering=name', '?venue=1', '?venue=2'].map((query) =>
      get(`/api/venuemachine/${query}`, { by }),
    ),
  ),
  get('/api/venuemachine_hot/'),
  ...upTo(machines).flatMap((id) =>
    ['', 'current/', 'top_scores/', 'games/'].flatMap((path) =>
      [...readers.map((by) => get(`/api/venuemachine/${id}/${path}`, { by }))].concat(
        ['key-of-scoreboard-2', 'key-of-slideshow-2', 'key-of-comboboard-2', 'key-of-scoreboard-7'].map((key) =>
          get(`/api/venuemachine/${id}/${path}?key=${key}`),
        ),
      ),
    ),
  ),
  ...upTo(3).flatMap((id) => readers.map((by) => get(`/api/slideshow_image/${id}/`, { by }))),
  ...['key-of-slideshow-1', 'key-of-slideshow-3'].map((key) => get(`/api/slideshow_image/1/?key=${key}`)),
]

const reads = [...lists, ...items, ...ofTvs, ...ofMachines]

/** What is read again after each change. */
const looks = [
  ...types.flatMap((type) =>
    each(type).flatMap(({ item, key }) =>
      ['', ...states(type)].flatMap((path) => [get(`${item}${path}?key=${key}`), get(item + path, { by: 'maria' })]),
    ),
  ),
  ...types.flatMap((type) => owners.map((by) => get(`/api/${type}/`, { by }))),
  ...ofTvs,
  ...(['maria', 'jürgen', 'ann'] as const).map((by) => get('/api/venuemachine/', { by })),
]

const writes = (method: 'PUT' | 'PATCH', body: { sendsBack: true } | { body: object }) =>
  types.flatMap((type) =>
    each(type).flatMap(({ item }) => owners.map((by): Call => ({ by, method, path: item, ...body }))),
  )

const remove = (by: Person, path: string): Call => ({ by, method: 'DELETE', path })
const patch = (by: Person, path: string, body: object): Call => ({ by, method: 'PATCH', path, body })

/**
 * In this order, each after what those before it have done. Each round is for a server that has just started, which knows
 * nothing but what is stored: one that runs takes a moment to follow a change.
 */
export const rounds: readonly (readonly Call[])[] = [
  reads,
  [...writes('PUT', { sendsBack: true }), ...writes('PATCH', { body: {} })],
  looks,
  [
    // Those that lost what they named.
    ...['/api/comboboard/4/', '/api/comboboard/3/', '/api/slideshow/3/', '/api/streamboard/3/'].flatMap((path) => [
      patch('jürgen', path, { title: `Umbenannt ${path}` }),
      patch('jürgen', path, { is_public: false }),
    ]),
    ...['/api/slideshow/4/', '/api/streamboard/2/', '/api/scoreboard/10/', '/api/scoreboard/4/'].flatMap((path) => [
      patch('maria', path, { title: `Renamed ${path}` }),
      patch('maria', path, { is_public: false }),
    ]),
  ],
  looks,
  // A scoreboard that comboboards, a slideshow, streamboards and a TV show.
  [remove('jürgen', '/api/scoreboard/1/'), remove('maria', '/api/scoreboard/1/')],
  looks,
  // A leaderboard that an idle scoreboard, comboboards and a slideshow show, and a comboboard that the same slideshow shows.
  [remove('maria', '/api/leaderboard/1/'), remove('maria', '/api/comboboard/1/')],
  looks,
  [
    patch('maria', '/api/scoreboard/3/', { leaderboard: 2, idle_leaderboard_show: true }),
    patch('maria', '/api/scoreboard/2/', { is_public: true }),
    patch('maria', '/api/slideshow/1/', {
      items: [
        { item_type: 'scoreboard', item_id: 3 },
        { item_type: 'slideshowimage', item_id: 2, duration: 60 },
      ],
    }),
    remove('maria', '/api/slideshow/2/'),
    remove('maria', '/api/streamboard/1/'),
  ],
  reads,
]

/** An answer as it was written down. */
export interface Recorded {
  call: string
  status: number
  body: unknown
}

/** What is drawn again whenever a program starts, a board is read, or a TV asks. */
const passing = ['epoch', 'seq', 'config', 'last_seen_at']

const lasting = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !passing.includes(name))
      .map(([name, inner]) => [name, lasting(inner)]),
  )
}

/** Sends a call to one server or another. */
export type Send = (request: {
  method: Call['method']
  path: string
  headers: Record<string, string>
  body?: object
}) => Promise<{ status: number; text: string }>

const titleOf = ({ by, tv, method, path, body, origin, sendsBack }: Call) =>
  [
    method,
    path,
    ...(by ? [`by ${by}`] : []),
    ...(tv ? [`by TV ${tv}`] : []),
    ...(origin ? [`on ${origin}`] : []),
    ...(sendsBack ? ['with what it answers'] : []),
    ...(body ? [JSON.stringify(body)] : []),
  ].join(' ')

/**
 * Asks one round, a call after the other.
 * @param tokenOf of somebody who is logged in
 */
export async function ask(
  round: readonly Call[],
  send: Send,
  tokenOf: (person: Person) => string,
): Promise<Recorded[]> {
  const answers: Recorded[] = []
  const parsed = (text: string): unknown => (text === '' ? null : JSON.parse(text))
  for (const call of round) {
    const { by, tv, method, path, body, origin, sendsBack } = call
    const authorization = by ? `Token ${tokenOf(by)}` : tv ? `TvToken token-of-tv-${tv}` : undefined
    const headers = { ...(authorization && { authorization }), ...(origin && { origin }) }
    const sent = sendsBack ? (parsed((await send({ method: 'GET', path, headers })).text) as object) : body
    const { status, text } = await send({
      method,
      path,
      headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      body: sent,
    })
    answers.push({ call: titleOf(call), status, body: lasting(parsed(text)) })
  }
  return answers
}
