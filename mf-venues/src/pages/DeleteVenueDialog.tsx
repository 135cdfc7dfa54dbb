import { ConfirmDialog } from '@multiball/shared/ui'
import type { VenueWithMachines } from './useOwnVenues'

interface DeleteVenueDialogProps {
  /** none while nothing is asked */
  venue: VenueWithMachines | undefined
  onConfirm(venue: VenueWithMachines): void
  onCancel(): void
}

/** Asks before a venue goes, and says what goes with it. */
export const DeleteVenueDialog = ({ venue, onConfirm, onCancel }: DeleteVenueDialogProps) => (
  <ConfirmDialog
    title="Are you sure?!"
    confirmLabel="Delete"
    isOpen={venue !== undefined}
    onConfirm={() => venue && onConfirm(venue)}
    onCancel={onCancel}
    closesOnBack
  >
    <p>
      <strong>{venue?.name}</strong> will be deleted. {venue && whatGoes(venue.machines.length)}
    </p>
  </ConfirmDialog>
)

function whatGoes(machines: number): string {
  if (machines === 0) return 'It has no machines.'
  const [who, whose] = machines === 1 ? ['Its machine is', 'its'] : [`Its ${machines} machines are`, 'their']
  return `${who} retired with it: ${whose} devices are unpaired and ${whose} keys stop working. Scores are kept, on leaderboards too.`
}
