import { noticeState, shownCode, useTvs } from '@multiball/shared/pages'
import { Unread } from '@multiball/shared/queries'
import { useNavigate, useSearchParams } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { PairForm } from '../form/PairForm'

const longestCode = 24

/** A TV shows a code, which is typed here, or comes with the address. */
export function PairPage({ owner }: { owner: number }) {
  const read = useTvs(false)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <>
      <PageHeading title="Pair a TV" breadcrumb={{ label: 'TVs', to: '/displays' }} />
      <Unread read={read} what="your TVs" />
      {read.loaded.type === 'ready' && (
        <PairForm
          owner={owner}
          known={read.loaded.value}
          code={shownCode((search.get('code') ?? '').slice(0, longestCode))}
          chosen={Number(search.get('display')) || undefined}
          onPaired={({ name }) => void navigate('/displays', { replace: true, state: noticeState(`${name} paired!`) })}
        />
      )}
    </>
  )
}
