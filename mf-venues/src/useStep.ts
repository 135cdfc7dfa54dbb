import { useState } from 'react'
import { sentenceOf } from './sentenceOf'

/** One step of the owner's at a time: whether it is under way, and what went wrong with the last one. */
export function useStep() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Takes a step. Resolves to whether it succeeded; never rejects. */
  const act = async (step: () => Promise<unknown>): Promise<boolean> => {
    setFailure(undefined)
    setBusy(true)
    const failed = await step().then(() => undefined, sentenceOf)
    setFailure(failed)
    setBusy(false)
    return failed === undefined
  }
  return { isBusy, failure, act }
}
