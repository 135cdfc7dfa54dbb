// A form in jsdom takes seconds where two cores are busy: time limits are to end what hangs, not what is slow.
import { configure } from '@testing-library/react'
import React from 'react'

jest.setTimeout(30_000)
configure({ asyncUtilTimeout: 10_000 })

// React notes of each element where it was made, to say so when it warns, unless it did so for too many just now. It takes a tenth of a form's time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: ofReact } = React
Object.defineProperty(ofReact, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
