import { allRows, listOwnGames, listVenueMachines, venues } from '@multiball/shared/api'
import { formatScore } from '@multiball/shared/display'
import { scoreFromWire, type Command, type Commands } from '@multiball/shared/schema'
import { addScoreAddress, machineAddress } from './machine/address'
import { playTestGame } from './machine/now/testGame'

const pageSize = 500
const newestGames = 20

/** One's venues with their machines, and the newest games that one played. */
export const commands: Commands = async ({ owner, signal }) => {
  const [places, machines, games] = await Promise.all([
    venues.list(owner, signal),
    allRows((offset) => listVenueMachines({ owner, limit: pageSize, offset }, signal)),
    listOwnGames({ limit: newestGames, offset: 0 }, signal),
  ])
  return [
    ...machines.map(({ id, machine, venue }): Command => ({
      id: `machine ${id}`,
      group: 'Machines',
      label: machine.name,
      detail: venue.name,
      icon: 'venue',
      to: machineAddress(venue.id, id),
    })),
    ...games.results.map(({ id, venuemachine, score }): Command => ({
      id: `game ${id}`,
      group: 'Games',
      label: `${formatScore(scoreFromWire(score))} on ${venuemachine.machine.name}`,
      detail: venuemachine.venue.name,
      icon: 'play',
      to: `/games/${id}`,
    })),
    ...machines.map(({ id, machine, venue }): Command => ({
      id: `add score ${id}`,
      group: 'Actions',
      label: `Add a score to ${machine.name}`,
      detail: venue.name,
      keywords: 'enter type new game',
      icon: 'plus',
      to: addScoreAddress(venue.id, id),
    })),
    ...machines.map(({ id, machine, venue }): Command => ({
      id: `test game ${id}`,
      group: 'Actions',
      label: `Play a test game on ${machine.name}`,
      detail: venue.name,
      keywords: 'try score',
      icon: 'play',
      run: async () => {
        const { seconds } = await playTestGame(id)
        return { text: `A test game is running on ${machine.name} for ${seconds} seconds.` }
      },
    })),
    ...places.flatMap(({ id, name }): Command[] => [
      {
        id: `add machine ${id}`,
        group: 'Actions',
        label: `Add a machine to ${name}`,
        keywords: 'new venue',
        icon: 'plus',
        to: `/venues/${id}/machines/add`,
      },
      {
        id: `import machines ${id}`,
        group: 'Actions',
        label: `Import machines to ${name}`,
        keywords: 'list pinball map csv file several',
        icon: 'upload',
        to: `/venues/${id}/machines/import`,
      },
      {
        id: `edit venue ${id}`,
        group: 'Actions',
        label: `Edit ${name}`,
        keywords: 'venue rename time zone',
        icon: 'edit',
        to: `/venues/${id}/edit`,
      },
      {
        id: `guests ${id}`,
        group: 'Actions',
        label: `Guests send scores at ${name}`,
        keywords: 'venue print sheet qr code of the day photo',
        icon: 'qr',
        to: `/venues/${id}/guests`,
      },
      {
        id: `venue key ${id}`,
        group: 'Actions',
        label: `Key for final scores of ${name}`,
        keywords: 'venue script program api',
        icon: 'key',
        to: `/venues/${id}/key`,
      },
    ]),
    {
      id: 'add venue',
      group: 'Actions',
      label: 'Add a venue',
      keywords: 'new create',
      icon: 'plus',
      to: '/venues/add',
    },
    {
      id: 'waiting scores',
      group: 'Pages',
      label: 'Scores that wait for your yes',
      keywords: 'guests accept photo',
      icon: 'check',
      to: '/venues/waiting',
    },
    { id: 'my games', group: 'Pages', label: 'My games', keywords: 'played scores', icon: 'play', to: '/games' },
  ]
}
