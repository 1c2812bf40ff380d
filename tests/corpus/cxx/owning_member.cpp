// Classes with an owning member: one without a destructor, one whose destructor forgets a member, one that is right.
#include <cstring>

class NameBad {
public:
  explicit NameBad(const char *text) : text_(new char[std::strlen(text) + 1]) { std::strcpy(text_, text); }
  const char *text() const { return text_; }

private:
  char *text_;
};

class NameOk {
public:
  explicit NameOk(const char *text) : text_(new char[std::strlen(text) + 1]) { std::strcpy(text_, text); }
  ~NameOk() { delete[] text_; }
  NameOk(const NameOk &) = delete;
  NameOk &operator=(const NameOk &) = delete;
  const char *text() const { return text_; }

private:
  char *text_;
};

class PersonBad {
public:
  explicit PersonBad(const char *name) : name_(new NameOk(name)), mail_(nullptr) {}
  ~PersonBad() {
    delete name_;
  } // expect: leak alloc=MAIL
  PersonBad(const PersonBad &) = delete;
  PersonBad &operator=(const PersonBad &) = delete;
  void setMail(const char *mail) {
    delete mail_;
    mail_ = new NameOk(mail); // alloc: MAIL
  }

private:
  NameOk *name_;
  NameOk *mail_;
};

class PersonOk {
public:
  explicit PersonOk(const char *name) : name_(new NameOk(name)), mail_(nullptr) {}
  ~PersonOk() {
    delete name_;
    delete mail_;
  }
  PersonOk(const PersonOk &) = delete;
  PersonOk &operator=(const PersonOk &) = delete;
  void setMail(const char *mail) {
    delete mail_;
    mail_ = new NameOk(mail);
  }

private:
  NameOk *name_;
  NameOk *mail_;
};

std::size_t local_bad() {
  NameBad name("local");             // alloc: LOCAL
  return std::strlen(name.text()); // expect: leak alloc=LOCAL
}

std::size_t local_ok() {
  NameOk name("local");
  return std::strlen(name.text());
}

void person_bad() {
  PersonBad person("a");
  person.setMail("a@b"); // alloc: SET
} // expect: leak alloc=SET

void person_ok() {
  PersonOk *person = new PersonOk("a");
  person->setMail("a@b");
  person->setMail("a@c");
  delete person;
}

void forgotten_bad(bool mail) {
  PersonOk *person = new PersonOk("a"); // alloc: PERSON
  if (mail)
    person->setMail("a@b");
  else
    return; // expect: leak alloc=PERSON
  delete person;
}

#ifdef CORPUS_MAIN_OK
int main() {
  person_ok();
  return static_cast<int>(local_ok()) - 5;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  person_bad();
  forgotten_bad(false);
  return static_cast<int>(local_bad());
}
#endif
