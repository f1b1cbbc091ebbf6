import type { AppOverview } from '@lamella/shared/contract'

/** A change that is asked about before it is made; `overview` is the state that was seen when it was begun. */
export type Question = { overview: AppOverview } & (
  | { kind: 'activate' | 'rollback' | 'end' | 'withdraw'; version: string }
  | { kind: 'share'; version: string; share: number }
)

/** Title, effect and action of a change, in words. */
export const wordsOf = (question: Question): { title: string; effect: string; action: string } => {
  const { kind, version, overview } = question
  const { app, active, trial } = overview
  const instead = active ? ` instead of ${active.version}` : ''
  switch (kind) {
    case 'activate':
      return {
        title: `Activate ${app} ${version}`,
        effect: `Everybody gets ${version}${instead} when a page is loaded next. Open pages offer it to their users.`,
        action: 'Activate for all',
      }
    case 'rollback':
      return {
        title: `Roll back ${app}`,
        effect: `Everybody gets ${version}${instead} when a page is loaded next. Open pages offer it to their users.${trial ? ` The trial of ${trial.version} ends, too.` : ''}`,
        action: `Roll back to ${version}`,
      }
    case 'withdraw':
      return {
        title: `Withdraw ${app}`,
        effect: `There is no version before ${version}. Its pages and menu items are gone when a page is loaded next. The build stays published.`,
        action: `Withdraw ${version}`,
      }
    case 'share':
      return {
        title: `Change the share of ${app} ${version}`,
        effect: `${question.share} % of the users get ${version}, and those who are named. Users who have it keep it when the share grows.`,
        action: `Give it to ${question.share} %`,
      }
    case 'end':
      return {
        title: `End the trial of ${app} ${version}`,
        effect: `Everybody gets ${active?.version ?? 'the stable version'} again when a page is loaded next. The build stays published.`,
        action: 'End the trial',
      }
  }
}
