/** A multipart body of these fields as a browser sends it, for `call`. */
export async function makeUpload(fields: Record<string, string | File>): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Request('http://host/', { method: 'POST', body: form })
  return { body: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type')! } }
}
