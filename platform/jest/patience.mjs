// What a test waits for comes late where others have the processor: the limit ends what hangs.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
