// A form in jsdom takes seconds where two cores are busy: time limits are to end what hangs, not what is slow.
import { configure } from '@testing-library/react'

jest.setTimeout(30_000)
configure({ asyncUtilTimeout: 10_000 })
