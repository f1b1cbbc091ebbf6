import { request } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { restrictionsAtom, store } from '@lamella/shared/session'
import { uploads } from '@lamella/shared/upload'
import { Button, Menu } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { atom, useAtom } from 'jotai'
import { useStore } from 'jotai/react'
import { useHydrateAtoms } from 'jotai/react/utils'
import { atomWithStorage } from 'jotai/utils'
import { createStore } from 'jotai/vanilla'
import { selectAtom } from 'jotai/vanilla/utils'
import { useState } from 'react'
import { jsx } from 'react/jsx-runtime'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'react-router-dom'
import { Subject } from 'rxjs'

/** One export of each shared module, by its request: identical in all remotes only if they share one instance. */
export const identities: Record<string, unknown> = {
  react: useState,
  'react/jsx-runtime': jsx,
  'react-dom': createPortal,
  'react-dom/client': createRoot,
  'react-router-dom': useLocation,
  jotai: atom,
  'jotai, its hooks': useAtom,
  'jotai/utils': atomWithStorage,
  'jotai/vanilla': createStore,
  'jotai/vanilla/utils': selectAtom,
  'jotai/react': useStore,
  'jotai/react/utils': useHydrateAtoms,
  '@tanstack/react-query': useQuery,
  rxjs: Subject,
  dayjs,
  '@mantine/core, first part': Button,
  '@mantine/core, rest': Menu,
  '@mantine/form': useForm,
  '@lamella/shared/api': request,
  '@lamella/shared/session': store,
  '@lamella/shared/session, restrictions': restrictionsAtom,
  '@lamella/shared/events': bus,
  '@lamella/shared/upload': uploads,
}
