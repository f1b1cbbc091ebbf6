/** The parts of rxjs in use (shared/config/share-list.ts); webpack answers `rxjs` with them. */
export {
  BehaviorSubject,
  debounceTime,
  distinctUntilChanged,
  EMPTY,
  filter,
  fromEvent,
  map,
  merge,
  Observable,
  of,
  Subject,
  Subscription,
  startWith,
  takeUntil,
  tap,
  throttleTime,
} from 'rxjs'
