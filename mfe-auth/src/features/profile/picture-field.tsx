import { avatarTypes, type CurrentUser, errorCatalogue } from '@lamella/shared/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { PersonAvatar } from '../../lib/person-avatar.tsx'
import { isPicture, removePicture, savePicture } from './api.ts'
import css from './profile.module.css'

/** The user's own picture, with upload and removal. */
export const PictureField = ({ user }: { user: CurrentUser }) => {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({ mutationFn: savePicture })
  const removal = useMutation({ mutationFn: removePicture })
  const [refused, setRefused] = useState(false)
  const failure = upload.error ?? removal.error
  const message = refused ? errorCatalogue.ERR_1011.detail : failure && messageOf(failure)
  const forgetFailures = (): void => {
    setRefused(false)
    upload.reset()
    removal.reset()
  }
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0]
    // Reset, or choosing the same file again would fire no change event.
    currentTarget.value = ''
    if (!file) return
    forgetFailures()
    if (isPicture(file)) upload.mutate(file)
    else setRefused(true)
  }
  return (
    <div className={css.picture}>
      <PersonAvatar person={user} size={64} />
      <div className={css.pictureWords}>
        <div className={css.pictureActions}>
          <input
            ref={input}
            type="file"
            hidden
            accept={avatarTypes.join(',')}
            aria-label="Picture file"
            onChange={choose}
          />
          <Button
            variant="default"
            loading={upload.isPending}
            disabled={removal.isPending}
            onClick={() => input.current?.click()}
          >
            {user.avatar ? 'Change picture' : 'Upload picture'}
          </Button>
          {user.avatar && (
            <Button
              variant="subtle"
              color="gray"
              loading={removal.isPending}
              disabled={upload.isPending}
              onClick={() => {
                forgetFailures()
                removal.mutate()
              }}
            >
              Remove picture
            </Button>
          )}
        </div>
        <div className={css.hint}>PNG, JPEG or WebP of at most 5 MB. It is cropped to a square.</div>
        <FormError message={message} />
      </div>
    </div>
  )
}
