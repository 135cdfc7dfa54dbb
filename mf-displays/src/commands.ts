import { allRows, tvs } from '@multiball/shared/api'
import type { Command, Commands, Tv } from '@multiball/shared/schema'

const pageSize = 100

const acts = [
  { label: 'Identify', act: tvs.identify, keywords: 'which', icon: 'identify', done: 'shows its name' },
  { label: 'Reload', act: tvs.reload, keywords: 'restart', icon: 'retry', done: 'loads its page again' },
] as const

const ofTv = ({ id, name, board }: Tv): Command[] => [
  {
    id: `tv ${id}`,
    group: 'TVs',
    label: name,
    detail: board?.title,
    keywords: 'display screen change board rename',
    icon: 'tv',
    to: `/displays/${id}/edit`,
  },
  ...acts.map(({ label, act, keywords, icon, done }): Command => ({
    id: `${label.toLowerCase()} ${id}`,
    group: 'Actions',
    label: `${label} ${name}`,
    keywords: `tv display screen ${keywords}`,
    icon,
    run: async () => {
      await act(id)
      return { text: `${name} ${done}.` }
    },
  })),
]

/** One's TVs, and what can be done with them from here. */
export const commands: Commands = async ({ signal }) => {
  const own = await allRows((offset) => tvs.list({ limit: pageSize, offset }, signal))
  return [
    ...own.flatMap(ofTv),
    {
      id: 'pair tv',
      group: 'Actions',
      label: 'Pair a TV',
      keywords: 'add new display screen',
      icon: 'plus',
      to: '/displays/pair',
    },
  ]
}
