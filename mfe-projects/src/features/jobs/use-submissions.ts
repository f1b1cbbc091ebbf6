import { ApiFailure } from '@lamella/shared/api'
import { useRef } from 'react'

/** Whether nobody knows what became of a call; a proxy answers 502 and 504 in place of the server. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === null || error.status === 502 || error.status === 504)

/** Error code, and what happened in words, of a job that was not submitted, for sure or probably. */
export const refusalText = (error: unknown): string => {
  if (!(error instanceof ApiFailure)) return String(error)
  const { code, message } = error
  const sentence = isUnanswered(error)
    ? 'The server did not answer. It is not known whether the job was submitted.'
    : message
  return `${code}: ${sentence}`
}

interface Submissions {
  /** Sends what is told by its content, with its name, which it keeps until it is answered. */
  submit: (content: string, send: (submission: string) => Promise<string>) => Promise<string>
  /** Name of the run of what belongs together: the same one, however often parts of it are sent, until it is settled. */
  runOf: (group: string) => string
  /** All of it is submitted. */
  settle: (group: string) => void
}

/** Names submissions, so that one whose answer was lost, and is sent again, makes no second job. */
export const useSubmissions = (): Submissions => {
  /** What was sent → its name. */
  const unanswered = useRef(new Map<string, string>())
  const runs = useRef(new Map<string, string>())
  return {
    submit: async (content, send) => {
      const submission = unanswered.current.get(content) ?? crypto.randomUUID()
      unanswered.current.set(content, submission)
      try {
        const id = await send(submission)
        unanswered.current.delete(content)
        return id
      } catch (error) {
        if (!isUnanswered(error)) unanswered.current.delete(content)
        throw error
      }
    },
    runOf: (group) => {
      const run = runs.current.get(group) ?? crypto.randomUUID()
      runs.current.set(group, run)
      return run
    },
    settle: (group) => void runs.current.delete(group),
  }
}
