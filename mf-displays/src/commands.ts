import { allRows, tvs } from '@multiball/shared/api'
import type { Command, Commands, Tv } from '@multiball/shared/schema'

const pageSize = 100

const ofTv = ({ id, name, board }: Tv): Command[] => [
  { id: `tv ${id}`, group: 'TVs', label: name, detail: board?.title, keywords: 'display screen change board rename', icon: 'tv', to: `/displays/${id}/edit` },
  {
    id: `identify ${id}`,
    group: 'Actions',
    label: `Identify ${name}`,
    keywords: 'tv display screen which',
    icon: 'identify',
    async run() {
      await tvs.identify(id)
      return { text: `${name} shows its name.` }
    },
  },
  {
    id: `reload ${id}`,
    group: 'Actions',
    label: `Reload ${name}`,
    keywords: 'tv display screen restart',
    icon: 'retry',
    async run() {
      await tvs.reload(id)
      return { text: `${name} loads its page again.` }
    },
  },
]

/** One's TVs, and what can be done with them from here. */
export const commands: Commands = async ({ signal }) => {
  const own = await allRows((offset) => tvs.list({ limit: pageSize, offset }, signal))
  return [...own.flatMap(ofTv), { id: 'pair tv', group: 'Actions', label: 'Pair a TV', keywords: 'add new display screen', icon: 'plus', to: '/displays/pair' }]
}
