import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { closeAfterLingering } from './errors'
import { invalid, Refusal } from './refusals'

export interface UploadLimits {
  fileBytes: number
  /** of each field that is not a file */
  fieldBytes?: number
  /** how many fields besides the file */
  fields?: number
  /** what is said of a file above the limit, by the name of its field; a 413 unless given */
  tooLarge?: (field: string) => Refusal
}

interface Upload {
  fields: Record<string, unknown>
  /** by field: one at most */
  files: Record<string, Buffer>
}

/** Lets the routes of this scope take multipart bodies, with readUpload or readBody. */
export const acceptUploads = (scope: FastifyInstance) => scope.register(multipart, { throwFileSizeLimit: false })

const refuseLarge = () => new Refusal(413, { detail: 'The request is too large.' })

/**
 * The fields and the file of a multipart body. Throws 400 for one that cannot be read, 413 for too many or too large
 * fields, and `tooLarge` as soon as the file passes its limit, however much of it is still to come.
 */
export async function readUpload(
  request: FastifyRequest,
  { fileBytes, fieldBytes = 65_536, fields: most = 20, tooLarge = refuseLarge }: UploadLimits,
): Promise<Upload> {
  const upload: Upload = { fields: {}, files: {} }
  const limits = { fileSize: fileBytes, fieldSize: fieldBytes, files: 1, fields: most, parts: most + 1 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') upload.fields[part.fieldname] = part.value
      else {
        const bytes = await readFile(part, tooLarge)
        // A form without a chosen file sends an empty one without a name.
        if (bytes.length > 0 || part.filename) upload.files[part.fieldname] = bytes
      }
    }
  } catch (error) {
    closeAfterLingering(request)
    // The parser has left it paused.
    request.raw.resume()
    if (error instanceof Refusal) throw error
    // What the parser says about a body that is not multipart at all, or breaks off, has no status.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw invalid({ non_field_errors: ['The upload could not be read'] })
  }
  return upload
}

/** The same of a body that may also be JSON or a plain form, and then has no file. */
export async function readBody(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
  if (request.isMultipart()) return readUpload(request, limits)
  const { body } = request
  return {
    fields: typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {},
    files: {},
  }
}

async function readFile({ file, fieldname }: MultipartFile, tooLarge: (field: string) => Refusal): Promise<Buffer> {
  const chunks: Buffer[] = []
  const stop = () => file.destroy(tooLarge(fieldname))
  file.once('limit', stop)
  // It may have passed its limit before it was our turn.
  if (file.truncated) stop()
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
