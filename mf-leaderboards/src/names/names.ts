/** What a leaderboard can name: what it counts, and whose scores. */
export type NamedType = 'venuemachine' | 'machine' | 'machinegroup' | 'user'

/** One of them, by its id. */
export interface Reference {
  type: NamedType
  id: number
}

export interface Name {
  label: string
  /** a second, quieter text: venue, maker and year, username */
  detail?: string
}

export type Names = ReadonlyMap<string, Name>

export const nameKey = ({ type, id }: Reference) => `${type} ${id}`

const words: Record<NamedType, string> = { venuemachine: 'Machine', machine: 'Machine', machinegroup: 'Machine group', user: 'User' }

/** Stands in for what cannot be read: it keeps its place, the server has the last word when saving. */
export const fallbackName = ({ type, id }: Reference): Name => ({ label: `${words[type]} ${id}` })
