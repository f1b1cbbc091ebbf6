import { UserAvatar } from '@lamella/shared/blocks'
import { Tooltip } from '@mantine/core'
import css from './people.module.css'
import type { OtherPerson } from './use-others.ts'

/** Pictures that are shown at most; more are a number. */
const most = 4

/** Who else looks at the image, over the picture. */
export const People = ({ others }: { others: readonly OtherPerson[] }) => {
  const further = others.slice(most)
  return (
    others.length > 0 && (
      <ul className={css.people} aria-label="Also here">
        {others.slice(0, most).map(({ id, name, color }) => (
          <Tooltip key={id} label={name}>
            <li className={css.person} style={{ borderColor: color }}>
              <UserAvatar name={name} id={id} size={26} />
            </li>
          </Tooltip>
        ))}
        {further.length > 0 && (
          <Tooltip label={further.map(({ name }) => name).join(', ')}>
            <li className={css.further} aria-label={further.map(({ name }) => name).join(', ')}>
              +{further.length}
            </li>
          </Tooltip>
        )}
      </ul>
    )
  )
}
