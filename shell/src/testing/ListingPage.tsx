import { scoreboards } from '@multiball/shared/api'
import { useEffect } from 'react'

/** A page of a remote that asks the API for something. */
export function ListingPage() {
  useEffect(() => {
    scoreboards.list({}).catch(() => {})
  }, [])
  return <h1>Listing</h1>
}
