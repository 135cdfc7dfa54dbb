import { generalFailure } from '@multiball/shared/client'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate, useSearchParams } from '@multiball/shared/routing'
import { Banner, PageHeading, Spinner } from '@multiball/shared/ui'
import { PairForm } from '../form/PairForm'
import { shownCode } from '../form/shownCode'
import { useTvs } from './useTvs'

const longestCode = 24

/** A TV shows a code, which is typed here, or comes with the address. */
export function PairPage({ owner }: { owner: number }) {
  const { loaded } = useTvs(false)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <>
      <PageHeading title="Pair a display" breadcrumb={{ label: 'Displays', to: '/displays' }} />
      {loaded.type === 'loading' && <Spinner label="Loading your displays" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && (
        <PairForm
          owner={owner}
          known={loaded.tvs}
          code={shownCode((search.get('code') ?? '').slice(0, longestCode))}
          chosen={Number(search.get('display')) || undefined}
          onPaired={({ name }) => void navigate('/displays', { replace: true, state: noticeState(`${name} paired!`) })}
        />
      )}
    </>
  )
}
