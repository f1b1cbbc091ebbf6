import type { NotificationSetting } from '@lamella/shared/contract'
import { CardHeader, ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Card, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import css from './notification-card.module.css'
import { useNotificationSettings } from './use-setting.ts'

interface SettingRowProps {
  setting: NotificationSetting
  onChange: (setting: NotificationSetting) => void
}

const SettingRow = ({ setting, onChange }: SettingRowProps) => (
  <li className={css.row}>
    <fieldset className={css.kind}>
      <legend className={css.title}>{setting.title}</legend>
      <span className={css.text}>{setting.description}</span>
      <div className={css.switches}>
        <Switch
          label="In the portal"
          aria-label={`${setting.title} in the portal`}
          checked={setting.shown}
          onChange={({ currentTarget }) => onChange({ ...setting, shown: currentTarget.checked })}
        />
        <Switch
          label="By mail"
          aria-label={`${setting.title} by mail`}
          checked={setting.mailed}
          onChange={({ currentTarget }) => onChange({ ...setting, mailed: currentTarget.checked })}
        />
      </div>
    </fieldset>
  </li>
)

/** Which notifications the user sees in the bell of the header, and which are mailed. Names and kinds come from the server. */
export const NotificationCard = () => {
  const { settings, choose } = useNotificationSettings()
  const card = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  const isLoaded = settings.data !== undefined
  useEffect(() => {
    if (hash === '#notifications' && isLoaded) card.current?.scrollIntoView({ block: 'start' })
  }, [hash, isLoaded, key])
  const error = queryError('Your choice of notifications could not be retrieved', settings)
  return (
    <Card component="section" padding={0} aria-label="Notifications" id="notifications" ref={card} className={css.card}>
      <CardHeader title="Notifications" />
      {error ? (
        <ErrorState {...error} />
      ) : !settings.data ? (
        <LoadingRows rows={5} />
      ) : (
        <ul className={css.rows}>
          {settings.data.map((setting) => (
            <SettingRow key={setting.kind} setting={setting} onChange={choose} />
          ))}
        </ul>
      )}
      <p className={css.note}>
        Mails about your own work follow after ten minutes, unless you have read the notification by then. Notifications
        are kept for 90 days.
      </p>
    </Card>
  )
}
