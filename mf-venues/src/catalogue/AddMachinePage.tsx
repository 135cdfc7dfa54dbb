import { bridges, ownMachines, venues } from '@multiball/shared/api'
import { NoticeBanner, noticeState, useNotice } from '@multiball/shared/pages'
import { Navigate, useNavigate, useParams, useSearchParams } from '@multiball/shared/routing'
import type { FoundMachine, Machine, VenueMachine } from '@multiball/shared/schema'
import { Button, LinkButton, PageHeading, SearchField, Select, Spinner, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { FoundHere } from '../bridges/FoundHere'
import { idIn } from '../ids'
import { listOwnMachines } from '../pages/useOwnVenues'
import { sentenceOf } from '../sentenceOf'
import { useMakeOnce } from '../useMakeOnce'
import { Unread, useRead } from '@multiball/shared/queries'
import css from './AddMachinePage.module.css'
import { OwnMachine } from './OwnMachine'
import { TitleRow } from './TitleRow'
import { choicesOf, filtered, titlesOf } from './titles'
import type { Filters } from './titles'
import { useCatalogue } from './useCatalogue'

const pageSize = 30
const any = 'any'

/** A machine of the catalogue comes into a venue; one that a bridge has found, too, or it stands there already. */
export function AddMachinePage({ owner }: { owner: number }) {
  const id = idIn(useParams().venue)
  const foundId = idIn(useSearchParams()[0].get('found') ?? undefined)
  const asked = useRead(foundId === undefined ? undefined : ['found', foundId], (signal) => findFound(foundId!, signal))
  const found = asked.loaded.type === 'ready' ? asked.loaded.value : undefined
  const venue = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal)).loaded
  const [notice, setNotice] = useNotice()
  if (id === undefined || venue.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading
        title="Add a machine"
        breadcrumb={{ label: 'Venues', to: '/venues' }}
        actions={foundId === undefined && <LinkButton to={`/venues/${id}/machines/import`}>Import a list</LinkButton>}
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <p className={css.lead}>
        {found
          ? `Which machine is “${found.name}” at ${found.address}?`
          : venue.type === 'ready'
            ? `Which machine is at ${venue.value.name}?`
            : 'Which machine is it?'}
      </p>
      {(foundId === undefined || asked.loaded.type !== 'loading') && (
        <Catalogue owner={owner} venue={id} found={found} onFailure={(text) => setNotice({ text, tone: 'error' })} />
      )}
    </>
  )
}

/** What a bridge has found; undefined once it is a machine. Throws ApiError. */
async function findFound(id: number, signal: AbortSignal): Promise<FoundMachine | undefined> {
  const machines = (await bridges.list(signal)).flatMap((bridge) => bridge.machines)
  return machines.find((machine) => machine.id === id && !machine.venuemachine)
}

interface CatalogueProps {
  owner: number
  venue: number
  /** what sends for the machine from now on */
  found: FoundMachine | undefined
  onFailure(sentence: string): void
}

function Catalogue({ owner, venue, found: device, onFailure }: CatalogueProps) {
  const [typed, setTyped] = useState(device && !device.name.startsWith('Vector board ') ? device.name : '')
  const [filters, setFilters] = useState<Filters>({ manufacturer: null, year: null })
  const [shown, setShown] = useState(pageSize)
  const [shownBefore, setShownBefore] = useState(0)
  const rows = useRef<HTMLUListElement>(null)
  // The button that was pressed goes with the last page: reading goes on here.
  useEffect(() => {
    if (shownBefore > 0 && document.activeElement === document.body)
      rows.current?.children[shownBefore]?.querySelector('button')?.focus()
  }, [shownBefore])
  const [adding, setAdding] = useState<number>()
  const navigate = useNavigate()
  const { found, groups, isSearching, read } = useCatalogue(typed)
  const machines = filtered(found?.machines ?? [], filters)
  const titles = titlesOf(machines, groups, Boolean(found?.text))
  const { manufacturers, years } = choicesOf(found?.machines ?? [])
  const narrow = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change })
    setShown(pageSize)
    setShownBefore(0)
  }

  const here = useRead(device && ['ownMachines', owner], (signal) => listOwnMachines(owner, signal))
  const free =
    here.loaded.type === 'ready'
      ? here.loaded.value.filter((one) => one.venue.id === venue && one.has_device !== true)
      : []

  const open = async ({ id, machine }: VenueMachine) => {
    if (device) await ownMachines.pair(id, device.code)
    void navigate(`/venues/${venue}/machines/${id}`, {
      replace: true,
      state: noticeState(device ? `${machine.name} connected!` : `${machine.name} added!`),
    })
  }
  const connect = async (one: VenueMachine) => {
    if (adding !== undefined) return
    setAdding(one.id)
    try {
      await open(one)
    } catch (error) {
      onFailure(sentenceOf(error))
      setAdding(undefined)
    }
  }

  const addOnce = useMakeOnce({
    list: () => listOwnMachines(owner),
    make: (machine: number) => ownMachines.add({ venue, machine }),
    isIt: (added, machine) => added.venue.id === venue && added.machine.id === machine,
    button: 'Add',
  })
  const add = async ({ id }: Machine) => {
    if (adding !== undefined) return
    setAdding(id)
    try {
      await open(await addOnce(id))
    } catch (error) {
      onFailure(sentenceOf(error))
      setAdding(undefined)
      if (device) void here.refresh()
    }
  }

  return (
    <>
      {free.length > 0 && <FoundHere machines={free} choosing={adding} onChoose={(machine) => void connect(machine)} />}
      <div className={css.filters}>
        <SearchField label="Search name, maker or year" value={typed} onChange={setTyped} />
        <Select
          label="Maker"
          isLabelHidden
          options={[
            { value: any, label: 'All makers' },
            ...withChosen(manufacturers, filters.manufacturer).map((name) => ({ value: name, label: name })),
          ]}
          value={filters.manufacturer ?? any}
          onChange={(name) => narrow({ manufacturer: name === any ? null : name })}
        />
        <Select
          label="Year"
          isLabelHidden
          options={[
            { value: any, label: 'All years' },
            ...withChosen(years, filters.year).map((year) => ({ value: String(year), label: String(year) })),
          ]}
          value={filters.year === null ? any : String(filters.year)}
          onChange={(year) => narrow({ year: year === any ? null : Number(year) })}
        />
      </div>
      <Unread read={read} what="the catalogue" waiting={!found && <Spinner label="Loading the catalogue" />} />
      {found && (
        <p className={css.count} role="status">
          {isSearching ? 'Searching…' : countWords(machines.length)}
        </p>
      )}
      {titles.length > 0 && (
        <ul ref={rows} className={styles.rows} aria-label="Catalogue" aria-busy={isSearching}>
          {titles.slice(0, shown).map((title) => (
            <TitleRow key={title.key} title={title} adding={adding} onAdd={(machine) => void add(machine)} />
          ))}
        </ul>
      )}
      {titles.length > shown && (
        <div className={css.more}>
          <Button
            onPress={() => {
              setShownBefore(shown)
              setShown(shown + pageSize)
            }}
          >
            Show more
          </Button>
        </div>
      )}
      {found && <OwnMachine owner={owner} venue={venue} typed={typed} onAdded={(made) => void connect(made)} />}
    </>
  )
}

/** A choice stays in its list, whatever is searched for beside it. */
const withChosen = <Choice,>(choices: Choice[], chosen: Choice | null): Choice[] =>
  chosen === null || choices.includes(chosen) ? choices : [chosen, ...choices]

function countWords(count: number): string {
  if (count === 0) return 'Not in the catalogue. Try a shorter search or different filters.'
  return count === 1 ? '1 machine' : `${count.toLocaleString('en-US')} machines`
}
