import { newTimeOptions, onFields } from '@multiball/shared/forms'
import { FromMachinesInput, Id, newBoard } from '@multiball/shared/schema'
import * as v from 'valibot'

export const wizardDefaults = (): FromMachinesInput => ({ ...newBoard(FromMachinesInput), ...newTimeOptions() })

/** The rules of what is sent; a draft may have chosen any number of machines. */
export const wizardFormSchema = onFields(FromMachinesInput, {
  ...FromMachinesInput.entries,
  machines: v.array(Id),
  idle_scoreboard_sec: v.number(),
  idle_leaderboard_sec: v.number(),
})
