import { ownMachines, venues } from '@multiball/shared/api'
import { NoticeBanner, noticeState, useNotice } from '@multiball/shared/pages'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import type { Machine, VenueMachine } from '@multiball/shared/schema'
import { Button, PageHeading, SearchField, Select, Spinner, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
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

/** A machine of the catalogue comes into a venue. */
export function AddMachinePage({ owner }: { owner: number }) {
  const id = idIn(useParams().venue)
  const venue = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal)).loaded
  const [notice, setNotice] = useNotice()
  if (id === undefined || venue.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading title="Add a machine" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <p className={css.lead}>
        {venue.type === 'ready' ? `Which machine is at ${venue.value.name}?` : 'Which machine is it?'}
      </p>
      <Catalogue owner={owner} venue={id} onFailure={(text) => setNotice({ text, tone: 'error' })} />
    </>
  )
}

interface CatalogueProps {
  owner: number
  venue: number
  onFailure(sentence: string): void
}

function Catalogue({ owner, venue, onFailure }: CatalogueProps) {
  const [typed, setTyped] = useState('')
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

  const open = ({ id, machine }: VenueMachine) =>
    void navigate(`/venues/${venue}/machines/${id}`, { replace: true, state: noticeState(`${machine.name} added!`) })

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
      open(await addOnce(id))
    } catch (error) {
      onFailure(sentenceOf(error))
      setAdding(undefined)
    }
  }

  return (
    <>
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
      {found && <OwnMachine owner={owner} venue={venue} typed={typed} onAdded={open} />}
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
