import { lostAnswer } from '@multiball/shared/forms'
import { useRef } from 'react'

interface MakeOnceOptions<Input, Made> {
  /** what the owner has now; throws ApiError */
  list(): Promise<readonly Made[]>
  /** throws ApiError */
  make(input: Input): Promise<Made>
  /** whether this is what was to be made */
  isIt(one: Made, input: Input): boolean
  /** words of the button that sends it */
  button: string
}

/** Makes something. Where the answer was lost, the next attempt first looks whether it is there by now. Throws as `make` does. */
export function useMakeOnce<Input, Made extends { id: number }>({
  list,
  make,
  isIt,
  button,
}: MakeOnceOptions<Input, Made>): (input: Input) => Promise<Made> {
  /** what was there before the first attempt that was not answered */
  const before = useRef<ReadonlySet<number>>(undefined)
  return async (input) => {
    let found: readonly Made[] | undefined
    try {
      found = await list()
      const made = before.current && found.find((one) => !before.current!.has(one.id) && isIt(one, input))
      const answered = made ?? (await make(input))
      before.current = undefined
      return answered
    } catch (cause) {
      const lost = lostAnswer(cause, button)
      if (lost && found) before.current ??= new Set(found.map(({ id }) => id))
      throw lost ?? cause
    }
  }
}
