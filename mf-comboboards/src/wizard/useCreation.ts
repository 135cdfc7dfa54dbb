import { ApiError } from '@multiball/shared/client'
import { useEffect, useRef, useState } from 'react'
import { createBoards, Unfinished } from './createBoards'
import { storeHalfway, type Halfway } from './halfway'
import type { MadeBoard, Step } from './plan'
import { listOwnMachines } from './useOwnMachines'
import type { WizardInput } from './wizardInput'

export interface Creating {
  step: Step
  /** 0 is the first of `total` */
  at: number
  total: number
}

const howMany = (made: number, total: number) => (made === 0 ? 'Nothing was made.' : `${made} of ${total} boards ${made === 1 ? 'was' : 'were'} made.`)

const sentenceOf = ({ halfway, step, total, message }: Unfinished) =>
  `${howMany(halfway.made.length, total)} The ${step.type} “${step.title}” could not be made: ${message}`

/** Makes the boards, from the start or from where it stopped; what it throws is for the form's banner or fields. */
export function useCreation(owner: number, keep: (halfway: Halfway | undefined) => void) {
  const [creating, setCreating] = useState<Creating>()
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])

  const create = async (input: WizardInput, halfway: Halfway | undefined): Promise<MadeBoard> => {
    const start = halfway ?? { input, machines: await chosenMachines(input.machines, owner), made: [] }
    try {
      const board = await createBoards(start, owner, {
        onStep: (step, at, total) => setCreating({ step, at, total }),
        // Kept whatever becomes of this page.
        onProgress: (now) => storeHalfway(owner, now),
        isOver: () => isOver.current,
      })
      keep(undefined)
      return board
    } catch (thrown) {
      if (!(thrown instanceof Unfinished)) throw thrown
      keep(thrown.halfway)
      throw new ApiError({ status: 409, detail: sentenceOf(thrown) })
    } finally {
      setCreating(undefined)
    }
  }
  return { creating, create, isOver }
}

/** What is needed to know of the machines. Throws ApiError, with `fields` when one of them is gone. */
async function chosenMachines(ids: readonly number[], owner: number) {
  const machines = (await listOwnMachines(owner)).filter(({ id }) => ids.includes(id))
  if (machines.length < ids.length) throw new ApiError({ status: 400, fields: { machines: ['One of the machines is gone. Please select again.'] } })
  return machines.map(({ id, machine }) => ({ id, titleId: machine.id, name: machine.name }))
}
