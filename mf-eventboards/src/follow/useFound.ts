import { matchPlay } from '@multiball/shared/api'
import { useRead, useSettled } from '@multiball/shared/queries'
import { MatchPlayAddress, tournamentIn } from '@multiball/shared/schema'
import type { FoundTournament } from '@multiball/shared/schema'
import * as v from 'valibot'

const debounceMs = 500

/** The tournament that an address or number names, asked for once typing stops; undefined while it is not known. */
export function useFound(address: string): { found: FoundTournament | undefined; refresh(): Promise<void> } {
  const named = v.is(MatchPlayAddress, address) ? tournamentIn(address.trim()) : undefined
  const tournament = useSettled(named, debounceMs)
  const { loaded, refresh } = useRead(
    tournament === undefined ? undefined : ['found tournament', tournament],
    (signal) => matchPlay.find(String(tournament), signal),
  )
  return { found: loaded.type === 'ready' && tournament === named ? loaded.value : undefined, refresh }
}
