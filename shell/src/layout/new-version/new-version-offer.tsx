import { Button, CloseButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import css from './new-version-offer.module.css'
import type { ReloadHold } from './reload-hold.ts'
import { useAgreedReload } from './use-agreed-reload.ts'

interface NewVersionOfferProps {
  /** Reloads the page. */
  reload: () => void
  onDismiss: () => void
}

const textOf = (hold: ReloadHold | null): string => {
  if (hold === null) return 'Reload the page now to use the new version'
  if (hold.kind === 'changes') return 'You have unsaved changes. The page reloads when you have finished.'
  return hold.count === 1
    ? '1 image upload is not finished. The page reloads when it is.'
    : `${hold.count} image uploads are not finished. The page reloads when they are.`
}

/** The quiet offer to reload the page (D1-2.6-53, D1-2.6-54): everything beside it stays usable, and the focus stays where it is. */
const NewVersionOffer = ({ reload, onDismiss }: NewVersionOfferProps) => {
  const { hold, agree, withdraw } = useAgreedReload(reload)
  const id = useId()
  return (
    <section role="dialog" className={css.offer} aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <IconRefresh className={css.icon} size={20} stroke={1.7} aria-hidden />
      <div className={css.words}>
        <div id={`${id}title`} className={css.title}>
          There is a new version available
        </div>
        <p id={`${id}text`} className={css.text}>
          {textOf(hold)}
        </p>
        {hold === null ? (
          <Button size="xs" onClick={agree}>
            Reload
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={withdraw}>
            Do not reload
          </Button>
        )}
      </div>
      <CloseButton aria-label="Close dialog" onClick={onDismiss} />
    </section>
  )
}

export default NewVersionOffer
