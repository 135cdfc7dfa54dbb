import { Hook, HookChange, HookDeliveries, HookInput, HookWithSecret, listOf } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../../ground/http/auth'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { pageOf } from '../../ground/http/page'
import { idOf, parse } from '../../ground/http/parse'
import type { Hooks } from './hooks.service'

const minuteMs = 60_000
const testsPerMinute = 10
const updatesPerMinute = 60

const owners = { actor: 'user', refusals: [404] } as const

/** Webhooks, as their owners make and follow them. */
export function hooksRoutes({ hooks }: { hooks: Hooks }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/hook/',
      describes({ summary: 'Your webhooks, the newest first', actor: 'user', answers: { 200: listOf(Hook) } }),
      async (request) => {
        const found = await hooks.list(requireUser(request))
        return pageOf(request.url, { limit: found.length, offset: 0 }, found.length, found)
      },
    )

    app.post(
      '/api/hook/',
      describes(
        {
          summary: 'Make a webhook of a venue or a board; the secret that signs is shown only this once',
          actor: 'user',
          body: HookInput,
          audit: 'webhook made',
          answers: { 201: HookWithSecret },
        },
        perUser(updatesPerMinute, minuteMs),
      ),
      async (request, reply) => {
        const userId = requireUser(request)
        const input = parse(HookInput, { url: '', ...(request.body as object) })
        return reply.code(201).send(await hooks.create(userId, input))
      },
    )

    app.get(
      '/api/hook/:id/',
      describes({ summary: 'One webhook', ...owners, answers: { 200: Hook } }),
      async (request) => hooks.get(requireUser(request), idOf(request)),
    )

    app.put(
      '/api/hook/:id/',
      describes({
        summary: 'Change the address or shape of a webhook',
        ...owners,
        body: HookChange,
        audit: 'webhook changed',
        answers: { 200: Hook },
      }),
      async (request) => {
        const [userId, id] = [requireUser(request), idOf(request)]
        // Whose it is comes before what is wrong with it.
        await hooks.get(userId, id)
        return hooks.change(userId, id, parse(HookChange, { url: '', ...(request.body as object) }))
      },
    )

    app.delete(
      '/api/hook/:id/',
      describes({ summary: 'Remove a webhook', ...owners, audit: 'webhook removed', answers: { 204: null } }),
      async (request, reply) => {
        await hooks.remove(requireUser(request), idOf(request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/api/hook/:id/secret/',
      describes({
        summary: 'Make a new secret of a webhook, shown only this once; the old one signs, too, for a day',
        ...owners,
        audit: 'webhook secret renewed',
        answers: { 200: HookWithSecret },
      }),
      async (request) => hooks.renewSecret(requireUser(request), idOf(request)),
    )

    app.post(
      '/api/hook/:id/test/',
      describes(
        {
          summary: 'Post a test to a webhook, once; one that arrives switches a paused webhook on again',
          ...owners,
          answers: { 204: null },
        },
        perUser(testsPerMinute, minuteMs),
      ),
      async (request, reply) => {
        await hooks.test(requireUser(request), idOf(request))
        return reply.code(204).send()
      },
    )

    app.get(
      '/api/hook/:id/delivery/',
      describes({
        summary: 'The last fifty deliveries of a webhook, and what was answered, the newest first',
        ...owners,
        answers: { 200: HookDeliveries },
      }),
      async (request) => ({ results: await hooks.deliveries(requireUser(request), idOf(request)) }),
    )
  }
}
