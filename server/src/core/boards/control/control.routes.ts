import { StreamControl } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../../../ground/http/auth'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { idOf, parse } from '../../../ground/http/parse'
import type { StreamControls } from './control.service'
import { NumberedChange } from './panelChange'

const address = '/api/streamboard/:id/control/'
const minuteMs = 60_000
/** Ten a second: more than two people type and tap at the same time. */
const changesPerMinute = 1200

/** The calls of a streamboard's control panel. */
export function controlRoutes({ controls }: { controls: StreamControls }): FastifyPluginAsync {
  const owners = { actor: 'user', answers: { 200: StreamControl } } as const

  return async (app) => {
    app.get(
      address,
      describes({
        summary: 'What a streamboard shows in the middle of a show',
        ...owners,
        scope: 'read',
        refusals: [403, 404],
      }),
      async (request) => controls.get(idOf(request), requireUser(request)),
    )

    app.patch(
      address,
      describes(
        {
          summary: 'Change some of it, on every overlay at once',
          body: NumberedChange,
          ...owners,
          scope: 'boards',
          refusals: [403, 404, 429],
        },
        perUser(changesPerMinute, minuteMs),
      ),
      async (request) => {
        const owner = requireUser(request)
        return controls.change(idOf(request), owner, parse(NumberedChange, request.body))
      },
    )
  }
}
