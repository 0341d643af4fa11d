import Platform

/// The links to the main pages: the library, statistics, and adding books. The less common pages are in the menu
/// “Manage”, and those of the account in a menu of its own. On phones, the links are at the bottom of the screen.
struct PageNavigation {
  let context: PageContext
  /// The section of the page; `nil` if it belongs to none.
  let section: PageSection?

  func write(to html: inout HTMLWriter) {
    html.element(.nav, .with(.ariaLabel, Texts.Frame.pages), .classes("pages")) { html in
      html.element(.ul) { html in
        for section in [PageSection.library, .statistics, .add] where section.isShown(in: context) {
          item(section, &html)
        }
        let managing = PageSection.managing.filter { $0.isShown(in: context) }
        // A menu with one page would only hide it.
        if let only = managing.first, managing.count == 1 { item(only, &html) } else { manage(managing, &html) }
        account(&html)
      }
    }
  }

  private func item(_ section: PageSection, _ html: inout HTMLWriter) {
    html.element(.li) { link(section, &$0) }
  }

  private func link(_ section: PageSection, _ html: inout HTMLWriter) {
    let address = context.address(section.path)
    if section == self.section {
      html.link(section.label, to: address, .with(.ariaCurrent, "page"))
    } else {
      html.link(section.label, to: address)
    }
  }

  private func manage(_ sections: [PageSection], _ html: inout HTMLWriter) {
    guard !sections.isEmpty else { return }
    menu("manage", isCurrent: section.map(sections.contains) == true, &html) { html in
      html.text(Texts.Frame.manage)
      if context.conflicts > 0 { badge(&html) }
    } items: { html in
      for section in sections {
        html.element(.li) { html in
          link(section, &html)
          if section == .conflicts, context.conflicts > 0 { badge(&html) }
        }
      }
    }
  }

  private func badge(_ html: inout HTMLWriter) {
    html.text(" ")
    html.element(
      .span, .classes("badge"), .with(.title, Texts.Frame.conflicts(context.conflicts)), text: context.conflicts.grouped
    )
  }

  /// Writes the menu of the account, or a link to the login page. Writes nothing if the catalog has no accounts.
  private func account(_ html: inout HTMLWriter) {
    if let account = context.view.viewer.account {
      guard PageSection.devices.isShown(in: context) else { return html.element(.li, text: account) }
      menu("account", isCurrent: section == .devices, &html) {
        $0.text(account)
      } items: { html in
        item(.devices, &html)
        html.element(.li) { html in
          html.element(.form, .with(.method, "post"), .action(context.address("logout"))) {
            $0.element(.button, .with(.type, "submit"), text: Texts.Action.signOut)
          }
        }
      }
    } else if context.view.viewer.mayLogIn {
      html.element(.li) { $0.link(Texts.Action.signIn, to: context.address("login")) }
    }
  }

  /// Writes a button that opens a menu. The browser opens and closes it without the script.
  private func menu(
    _ id: String, isCurrent: Bool, _ html: inout HTMLWriter, label: (inout HTMLWriter) -> Void,
    items: (inout HTMLWriter) -> Void
  ) {
    html.element(.li) { html in
      html.element(
        .button, .with(.type, "button"), .with(.popovertarget, id), .classes(isCurrent ? "menu current" : "menu"),
        content: label)
      html.element(.ul, .id(id), .with(.popover, "auto"), .classes("popup"), content: items)
    }
  }
}
