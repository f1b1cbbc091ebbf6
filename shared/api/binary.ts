import { failureOfAnswer, failureWithoutAnswer } from './failure.ts'
import { request } from './http.ts'

/**
 * Fetches bytes with the bearer token: pictures and tiles (D3-7-50). Failures are not reported, but left to the caller:
 * a missing tile is no reason to leave the page.
 * @throws ApiFailure, or the AbortError of `signal`
 */
export const fetchBytes = async (path: string, signal?: AbortSignal): Promise<Response> => {
  let answer: Response
  try {
    answer = await request(path, { method: 'GET', signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw failureWithoutAnswer(error)
  }
  if (!answer.ok) throw failureOfAnswer(answer.status, await answer.json().catch(() => undefined))
  return answer
}
