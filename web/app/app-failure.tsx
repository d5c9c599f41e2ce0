import { Component, type ReactNode } from 'react';
import { AppFailed } from './route-states.tsx';

/** Catches what fails outside the screens, which have boundaries of their own. Another try reloads the page. */
export class AppFailure extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error ? <AppFailed error={error} /> : this.props.children;
  }
}
