import { ApiError, generalFailure } from '@multiball/shared/client'
import { landErrors } from './fieldErrors'

const shown = ['title', 'venuemachine_items']
const refused = (fields: Record<string, string[]>) => new ApiError({ status: 400, fields })

test.each([
  [
    'a field of the form',
    refused({ title: ['Title must be unique', 'more'] }),
    [['title', 'Title must be unique']],
    undefined,
  ],
  ['no field', refused({ non_field_errors: ['One.', 'Two.'] }), [], 'One. Two.'],
  ['both', refused({ title: ['Taken'], other: ['Wrong.'] }), [['title', 'Taken']], 'Wrong.'],
  ['nothing that it names', refused({}), [], generalFailure],
  ['LST-07 a broken server', new ApiError({ status: 500 }), [], generalFailure],
  ['LST-07 a dead network', new ApiError({ status: 0 }), [], generalFailure],
  ['too many', new ApiError({ status: 429, retryAfterSeconds: 30 }), [], 'Too many requests. Try again in 30 seconds.'],
  ['a bug of ours', new TypeError('x is undefined'), [], generalFailure],
])('a refusal for %s', (_name, thrown, fields, banner) => expect(landErrors(thrown, shown)).toEqual({ fields, banner }))
