/** Calls of the API as an owner, to set up what a test needs; what a test is about goes through the browser. */
export interface Owner {
  token: string
  username: string
  password: string
  call<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer>
}

const password = 'Plunger-7-lane'

async function send(url: string, method: string, path: string, body: unknown, token?: string) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Token ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? {} : (JSON.parse(text) as unknown)
}

/** Registers an owner and logs in. */
export async function registerOwner(url: string, username: string): Promise<Owner> {
  const person = {
    username,
    password,
    first_name: 'Maria',
    last_name: 'Okonkwo',
    email: `${username}@example.org`,
    initials: 'MOK',
    display_name: '',
  }
  await send(url, 'POST', '/api/account/register/', person)
  return logInOwner(url, { username, password })
}

/** Logs in somebody who is registered. */
export async function logInOwner(
  url: string,
  { username, password: secret }: Pick<Owner, 'username' | 'password'>,
): Promise<Owner> {
  const { token } = (await send(url, 'POST', '/api/auth/', { username, password: secret })) as { token: string }
  return {
    token,
    username,
    password: secret,
    call: <Answer>(method: string, path: string, body?: unknown) =>
      send(url, method, path, body, token) as Promise<Answer>,
  }
}

/** A venue with one machine of the catalogue. */
export async function addVenueMachine(owner: Owner, venueName: string, search: string): Promise<number> {
  const venue = await owner.call<{ id: number }>('POST', '/api/venue/', { name: venueName })
  const { results } = await owner.call<{ results: { id: number }[] }>(
    'GET',
    `/api/machines/?search=${encodeURIComponent(search)}&limit=1`,
  )
  const machine = await owner.call<{ id: number }>('POST', '/api/venuemachine/', {
    venue: venue.id,
    machine: results[0]!.id,
  })
  return machine.id
}

/** A machine that scores can be posted for. */
export interface KeyedMachine {
  id: number
  /** its id */
  venue: number
  /** of the catalogue */
  name: string
  deviceKey: string
}

/** A new venue with machines, each the first that its search finds in the catalogue, with a device key. */
export async function addKeyedMachines(
  owner: Owner,
  venueName: string,
  searches: readonly string[],
): Promise<KeyedMachine[]> {
  const venue = await owner.call<{ id: number }>('POST', '/api/venue/', { name: venueName })
  const machines: KeyedMachine[] = []
  for (const search of searches) {
    const { results } = await owner.call<{ results: { id: number; name: string }[] }>(
      'GET',
      `/api/machines/?search=${encodeURIComponent(search)}&limit=1`,
    )
    const { id } = await owner.call<{ id: number }>('POST', '/api/venuemachine/', {
      venue: venue.id,
      machine: results[0]!.id,
    })
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${id}/device_key/`)
    machines.push({ id, venue: venue.id, name: results[0]!.name, deviceKey: key })
  }
  return machines
}

/** Posts an entry as a machine does. Resolves with the status, once the answer has been read. */
export async function postEntry(url: string, deviceKey: string, entry: object, signal?: AbortSignal): Promise<number> {
  const answer = await fetch(`${url}/api/entry/`, {
    method: 'POST',
    headers: { authorization: `Token ${deviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(entry),
    signal,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Posts the state of a game as a machine does: of the second ball of the first player unless it says otherwise. Throws when it is refused. */
export async function postState(url: string, deviceKey: string, state: object): Promise<void> {
  const status = await postEntry(url, deviceKey, { active: true, current_ball: 2, current_player: 1, ...state })
  if (status !== 200) throw new Error(`A score was refused with ${status}`)
}

/** The scores of a game's players as they stand in an entry. */
export const scoresOf = (...scores: readonly number[]): Record<string, number> =>
  Object.fromEntries(scores.map((score, at) => [`current_p${at + 1}_score`, score]))
