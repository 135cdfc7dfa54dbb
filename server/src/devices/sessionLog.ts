import multipart from '@fastify/multipart'
import { SessionUuid } from '@multiball/shared/schema'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { parse } from '../http/parse'
import { invalid } from '../http/refusals'
import { readTimeline } from './timeline'
import type { TimelinePoint } from './timeline'

const maxLogBytes = 2 * 1024 * 1024

const SessionLog = v.object({ uuid: SessionUuid, log_file: v.string() })

/** Lets the routes of this scope take file uploads. */
export const acceptUploads = (app: FastifyInstance) =>
  app.register(multipart, { limits: { fileSize: maxLogBytes, fieldSize: maxLogBytes, files: 1, fields: 10, parts: 11 } })

/** The game and its timeline in an upload. Throws 400 and 413. */
export async function readSessionLog(request: FastifyRequest): Promise<{ sessionUuid: string; timeline: TimelinePoint[] }> {
  const { uuid, log_file } = parse(SessionLog, await readFields(request))
  const timeline = readTimeline(log_file)
  if (!timeline) throw invalid({ log_file: ['A CSV with the columns time, p1 … p6, player, ball, game_modes is expected'] })
  return { sessionUuid: uuid, timeline }
}

async function readFields(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      // In whatever order they come, and the log perhaps as a plain field.
      if (part.type === 'file') {
        const content = await part.toBuffer()
        if (part.fieldname === 'log_file') fields.log_file = content.toString('utf8')
      } else if (part.fieldname === 'uuid' || part.fieldname === 'log_file') fields[part.fieldname] = part.value
    }
  } catch (error) {
    // What the parser says of a body that is no multipart at all, or breaks off, carries no status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw invalid({ non_field_errors: ['The upload could not be read'] })
  }
  return fields
}
