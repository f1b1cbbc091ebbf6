/** Whether it is an error of webpack's loaders of scripts and style sheets. */
export const isChunkError = (error: unknown): error is Error =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))

/** Whether the file that did not load belongs to this version of a remote. */
export const isChunkOf = (error: unknown, app: string, version: string): error is Error =>
  isChunkError(error) && 'request' in error && String(error.request).includes(`/remotes/${app}/${version}/`)
