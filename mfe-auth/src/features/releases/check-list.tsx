import type { checkRelease, EndpointOutput } from '@lamella/shared/contract'
import { releaseCheckQuery } from '@lamella/shared/queries/releases.ts'
import { ErrorState, queryError, TimeAgo } from '@lamella/shared/ui'
import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import css from './check-list.module.css'
import { damagedInWords } from './words.ts'

type Check = EndpointOutput<typeof checkRelease>['data']
type Parts = NonNullable<Check['parts']>

const titlesOf = (app: string): Record<keyof Parts, string> => ({
  shell: app === 'shell' ? 'Fits the active remotes' : 'Fits the active shell',
  shared: 'Shared modules in range',
  calls: 'Calls that the server knows',
  routes: 'Addresses of its own',
  files: 'Files match their hash',
})

const Part = ({ title, part: { passed, total, version } }: { title: string; part: Parts[keyof Parts] }) => {
  const isPassed = passed === total
  const Sign = isPassed ? IconCircleCheck : IconCircleX
  return (
    <li className={css.part} data-failed={!isPassed || undefined}>
      <Sign size={18} stroke={1.7} aria-hidden />
      <span>
        {title}
        <VisuallyHidden>{isPassed ? ', yes' : ', no'}</VisuallyHidden>
      </span>
      <span className={css.count}>{version ?? `${passed} of ${total}`}</span>
    </li>
  )
}

/** The check of a version in its parts, and in sentences what does not fit. */
export const CheckList = ({ app, version }: { app: string; version: string }) => {
  const check = useQuery(releaseCheckQuery(app, version))
  const error = queryError('The build could not be checked', check)
  const titles = titlesOf(app)
  const parts = check.data?.parts
  const { misfits = [], damaged = [], warnings = [], compared = true } = check.data ?? {}
  const problems = [...misfits, ...damagedInWords(damaged)]
  return (
    <section aria-label={`Compatibility check of ${version}`}>
      <div className={css.head}>
        <Title order={3} className={css.title}>
          Compatibility check
        </Title>
        {check.data && (
          <span className={css.time}>
            <TimeAgo date={new Date(check.dataUpdatedAt).toISOString()} />
          </span>
        )}
      </div>
      {error ? (
        <ErrorState {...error} />
      ) : !check.data ? (
        <Skeleton h={140} />
      ) : (
        <>
          <ul className={css.parts}>
            {parts &&
              (Object.keys(titles) as (keyof Parts)[])
                .filter((key) => parts[key].total > 0)
                .map((key) => <Part key={key} title={titles[key]} part={parts[key]} />)}
          </ul>
          {!compared && (
            <p className={css.note}>
              This build does not say what it needs, so whether its calls and shared modules fit could not be compared.
            </p>
          )}
          {warnings.map((sentence) => (
            <p key={sentence} className={css.note}>
              {sentence}
            </p>
          ))}
          {problems.length > 0 && (
            <ul className={css.misfits}>
              {problems.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
