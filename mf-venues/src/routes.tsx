import { late, ownerRoutes } from '@multiball/shared/pages'
import { Navigate, Route, useParams } from '@multiball/shared/routing'
import { AddVenuePage } from './pages/AddVenuePage'
import { EditVenuePage } from './pages/EditVenuePage'
import { VenuesPage } from './pages/VenuesPage'

const AddMachinePage = late(async () => (await import('./catalogue/AddMachinePage')).AddMachinePage)
const BridgesPage = late(async () => (await import('./bridges/BridgesPage')).BridgesPage)
const GuestsPage = late(async () => (await import('./guests/GuestsPage')).GuestsPage)
const ImportPage = late(async () => (await import('./import/ImportPage')).ImportPage)
const HooksPage = late(async () => (await import('./hooks/HooksPage')).HooksPage)
const MachinePage = late(async () => (await import('./machine/MachinePage')).MachinePage)
const RenameMachinePage = late(async () => (await import('./machine/RenameMachinePage')).RenameMachinePage)
const VenueKeyPage = late(async () => (await import('./pages/VenueKeyPage')).VenueKeyPage)
const WaitingPage = late(async () => (await import('./waiting/WaitingPage')).WaitingPage)

/** A venue has no page of its own: its address leads to its place among the others. */
const VenuePlace = () => <Navigate to={`/venues#venue-${useParams().venue}`} replace />

/** The owner's venues and machines, below /venues. */
export default ownerRoutes((owner) => (
  <>
    <Route index element={<VenuesPage owner={owner} />} />
    <Route path="add" element={<AddVenuePage owner={owner} />} />
    <Route path="waiting" element={<WaitingPage />} />
    <Route path="webhooks" element={<HooksPage owner={owner} />} />
    <Route path=":venue" element={<VenuePlace />} />
    <Route path=":venue/machines" element={<VenuePlace />} />
    <Route path=":venue/edit" element={<EditVenuePage owner={owner} />} />
    <Route path=":venue/bridges" element={<BridgesPage />} />
    <Route path=":venue/guests" element={<GuestsPage />} />
    <Route path=":venue/key" element={<VenueKeyPage />} />
    <Route path=":venue/machines/add" element={<AddMachinePage owner={owner} />} />
    <Route path=":venue/machines/import" element={<ImportPage />} />
    <Route path=":venue/machines/:machine" element={<MachinePage owner={owner} />} />
    <Route path=":venue/machines/:machine/edit" element={<RenameMachinePage owner={owner} />} />
  </>
))
