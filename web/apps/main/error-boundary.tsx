import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

interface ErrorBoundaryProps {
  path: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  path: string;
  hasFailed: boolean;
}

/** Catches errors of rendering and of loading scripts, for example after an update of the app. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { path: this.props.path, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  /** Clears the error when the path changes. */
  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.path === state.path ? null : { path: props.path, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <ErrorState
          title="Something went wrong"
          message="This page could not be displayed. Your saved changes are safe."
          action={
            <>
              {/* Both reload the app, since its state in memory may be the cause. */}
              <Button onClick={() => location.assign('/')}>Back to Home</Button>
              <Button variant="primary" onClick={() => location.reload()}>
                Reload
              </Button>
            </>
          }
        />
      </main>
    );
  }
}
