import { ApiError } from '../../platform/http/api-error.ts'

/**
 * The state on which a change was decided: what two operators could overwrite for each other is never changed without it.
 * @throws ApiError ERR_6009
 */
export const requireDecided = (headers: { 'if-match'?: string | undefined }): string => {
  const state = headers['if-match']
  if (state === undefined) throw new ApiError('ERR_6009')
  return state
}
