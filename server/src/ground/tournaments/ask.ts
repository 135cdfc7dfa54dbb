const timeoutMs = 20_000

/** A tournament of Match Play, and how it is asked about. */
export interface Asked {
  tournament: number
  /** such as https://app.matchplay.events/api */
  rest: string
  token?: string
  request: typeof fetch
}

/** Why Match Play says nothing: it wants a token, shows the tournament to others, has none of this number, or is away. */
export type Trouble = 'token' | 'private' | 'unknown' | 'away'

const troubles: Partial<Record<number, Trouble>> = { 401: 'token', 403: 'private', 404: 'unknown' }

const sentences: Record<number, string> = {
  401: 'Match Play does not take this token: set MATCHPLAY_TOKEN to one of your account.',
  403: 'Match Play does not show this tournament to this token.',
  404: 'Match Play has no such tournament.',
  429: 'Match Play asks for fewer calls.',
}

/** Match Play answered with this status. */
export class NoAnswer extends Error {
  constructor(readonly status: number) {
    super(sentences[status] ?? `Match Play answered ${status}.`)
  }

  /** It means what it says, and would say it again. */
  get isRefusal(): boolean {
    return this.status in sentences
  }
}

/** What it means that `ask` threw. */
export const troubleOf = (error: unknown): Trouble =>
  (error instanceof NoAnswer ? troubles[error.status] : undefined) ?? 'away'

/** What `info` of a tournament is asked with, its players and machines included. */
export const infoPath = '?includePlayers=true&includeArenas=true'

/** What Match Play answers about a tournament. Throws NoAnswer, and what `fetch` throws. @param path such as /rounds */
export async function ask({ rest, tournament, token, request }: Asked, path: string): Promise<unknown> {
  const answer = await request(`${rest}/tournaments/${tournament}${path}`, {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    // What it says comes from itself.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.ok) return (await answer.json()) as unknown
  await answer.arrayBuffer()
  throw new NoAnswer(answer.status)
}
